/** Above the documents of a case: what is listed and in which order. */

import { api } from "../api.js";
import { h, settled } from "../dom.js";
import { compare, t } from "../i18n.js";
import { STATES, stateName } from "./badges.js";
import { select } from "./form.js";
import { announce } from "./toast.js";

const MANY = 3; // documents from which on they are filtered and sorted

/** @type {Record<string, (one: any, other: any) => number>} the first is the order of the case */
const SORTS = {
  order: () => 0,
  name: (one, other) => compare(one.name, other.name),
  state: (one, other) => STATES.indexOf(one.state) - STATES.indexOf(other.state),
  doubts: (one, other) => other.doubts - one.doubts,
  created: (one, other) => String(other.created).localeCompare(String(one.created)),
};
const mine = (item) => item.assigned === api.here.user?.id;
/** @type {Record<string, (item: any) => boolean>} */
const SHOWS = {
  all: () => true,
  ...Object.fromEntries(STATES.map((state) => [state, (item) => item.state === state])),
  mine,
  unassigned: (item) => !item.assigned,
  problem: (item) => item.problems > 0,
  comments: (item) => item.comments > 0,
};
const LABELS = { mine: "doclist.mine", unassigned: "doclist.unassigned", problem: "doclist.problem", comments: "doclist.comments" };
const label = (name) => (name === "all" ? t("doclist.all") : LABELS[name] ? t(LABELS[name]) : stateName(name));

/** @param {() => void} changed */
export function createList(changed) {
  const chosen = { query: "", show: "all", sort: "order" };
  const typed = settled(() => {
    chosen.query = search.value.trim().toLowerCase();
    changed();
    announce(t("doclist.listed", { count: shown }));
  }, 120);
  let shown = 0;
  const search = h("input", {
    type: "search",
    placeholder: t("doclist.search"),
    "aria-label": t("doclist.search"),
    dataset: { testid: "document-search" },
    on: { input: typed },
  });
  const show = select(
    {
      "aria-label": t("doclist.show"),
      dataset: { testid: "document-filter" },
      on: { change: () => ((chosen.show = show.value), changed()) },
    },
    Object.keys(SHOWS).map((name) => [name, label(name)]),
  );
  const sort = select(
    {
      "aria-label": t("doclist.sort"),
      dataset: { testid: "document-sort" },
      on: { change: () => ((chosen.sort = sort.value), changed()) },
    },
    Object.keys(SORTS).map((name) => [name, t(`doclist.by.${name}`)]),
  );
  const bar = h("div", { class: "list-bar", hidden: true }, search, show, sort);
  return {
    bar,
    /** Whether they stand as the case has them, so that one can be moved among the others. */
    get inOrder() {
      return chosen.sort === "order" && chosen.show === "all" && !chosen.query;
    },
    /** Those that are listed. @param {any[]} documents */
    of(documents) {
      bar.hidden = documents.length < MANY && chosen.show === "all" && !chosen.query;
      const found = documents.filter(
        (item) => SHOWS[chosen.show](item) && item.name.toLowerCase().includes(chosen.query),
      );
      shown = found.length;
      return chosen.sort === "order" ? found : found.sort(SORTS[chosen.sort]);
    },
  };
}
