/** Above the entity table: the filter box, the state filters, the columns that sort. */

import { h, settled } from "../dom.js";
import { number } from "../i18n.js";
import { announce } from "../shell/toast.js";
import { COLUMNS } from "./cells.js";
import { FILTERS, tally } from "./rows.js";

/** @param {any} review @param {import("./rows.js").Order} order @param {() => void} changed */
export function createTableHead(review, order, changed) {
  const { store, t } = review;
  const typed = settled(() => {
    order.query = search.value.trim();
    changed();
    announce(t("review.listed", { count: shown }));
  }, 120);
  let shown = 0;
  const search = h("input", {
    type: "search",
    class: "filter-box",
    placeholder: t("review.filter"),
    "aria-label": t("review.filter"),
    dataset: { testid: "filter" },
    on: { input: typed },
  });
  const filters = h("div", { class: "filters", role: "group", "aria-label": t("review.filters") });
  const chips = Object.fromEntries(FILTERS.map((name) => [name, chip(name)]));
  filters.append(...Object.values(chips));
  const grouped = h("input", {
    type: "checkbox",
    dataset: { testid: "group" },
    on: { change: () => ((order.grouped = grouped.checked), changed()) },
  });
  const bar = h(
    "div",
    { class: "entities-bar" },
    h("div", { class: "filter-line" }, search, h("label", { class: "check" }, grouped, t("review.group"))),
    filters,
  );
  const columns = h(
    "div",
    { class: "row row-head", role: "row", "aria-rowindex": "1" },
    COLUMNS.map((column) => heading(column)),
  );
  const empty = h("p", { class: "entities-empty", hidden: true }, t("review.none-listed"));

  function chip(name) {
    const count = h("span", { class: "count" });
    const button = h(
      "button",
      {
        class: "chip",
        type: "button",
        "aria-pressed": String(order.filter === name),
        dataset: { filter: name },
        on: { click: () => ((order.filter = name), press(), changed()) },
      },
      t(`review.filter.${name}`),
      count,
    );
    button.count = count;
    return button;
  }

  function press() {
    for (const [name, button] of Object.entries(chips))
      button.setAttribute("aria-pressed", String(order.filter === name));
  }

  function heading(column) {
    if (column === "menu")
      return h(
        "div",
        { class: "cell cell-menu", role: "columnheader" },
        h("span", { class: "unseen" }, t("review.column.menu")),
      );
    const button = h(
      "button",
      { class: "cell-button", type: "button", on: { click: () => sortBy(column) } },
      h("span", { class: "cell-text" }, t(`review.column.${column}`)),
    );
    return h(
      "div",
      { class: `cell cell-${column}`, role: "columnheader", "aria-sort": "none", dataset: { column } },
      button,
    );
  }

  /** Up, down, and back to the order of the text. */
  function sortBy(column) {
    if (order.sort !== column) Object.assign(order, { sort: column, direction: 1 });
    else if (order.direction === 1) order.direction = -1;
    else Object.assign(order, { sort: "place", direction: 1 });
    changed();
  }

  return {
    bar,
    columns,
    empty,
    search,
    /** @param {number} count entities listed */
    update(count) {
      shown = count;
      empty.hidden = count > 0;
      const counts = tally(store.entities.values(), review.doubts.ids);
      for (const [name, button] of Object.entries(chips)) {
        button.count.textContent = number(counts[name]);
        button.hidden = !counts[name] && name !== "all" && order.filter !== name;
      }
      for (const cell of columns.children) {
        if (!cell.dataset.column) continue;
        const sorted = order.sort === cell.dataset.column;
        cell.setAttribute("aria-sort", sorted ? (order.direction > 0 ? "ascending" : "descending") : "none");
      }
    },
    reset() {
      search.value = order.query;
      press();
    },
  };
}
