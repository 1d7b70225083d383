/** What a case asks for on top of its policy: only these kinds, none of those, and names and places that stay. */

import { api } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { categoryName, roleName } from "./categories.js";
import { tick } from "./form.js";

/** @typedef {{name: string, before: string, after: string}} Stays */

const SIDES = /** @type {const} */ (["before", "name", "after"]); // as they are read in the text
const LONGEST = { name: 200, before: 60, after: 60 };

/**
 * Folded away until something is asked for. `wanted()` is what the service is told.
 * @param {{only?: string[], keep?: string[], stays?: Stays[]}} [asked]
 */
export function onTopFields({ only = [], keep = [], stays = [] } = {}) {
  const chosen = { only: kindTicks("only", only), keep: kindTicks("keep", keep) };
  const names = staysRows(stays);
  const element = h(
    "details",
    { id: "on-top", open: [only, keep, stays].some((each) => each.length) },
    h("summary", null, t("case.on-top")),
    h("div", { class: "stack" }, chosen.only, chosen.keep, names),
  );
  return Object.assign(element, {
    wanted: () => ({ only: chosen.only.wanted(), keep: chosen.keep.wanted(), stays: names.wanted() }),
  });
}

/** The roles of people and bodies, then the categories, by the words that the service takes for them. */
function kinds() {
  const roles = [...new Set(Object.values(api.here.roles).flat())].filter((role) => role !== "UNKNOWN");
  const known = [
    ...roles.map((each) => [each, roleName(each)]),
    ...api.here.categories.map((each) => [each, categoryName(each)]),
  ];
  return known.map(([code, name]) => [code.toLowerCase().replaceAll("_", "-"), name]);
}

/** @param {"only" | "keep"} effect @param {string[]} asked */
function kindTicks(effect, asked) {
  const known = kinds();
  const others = asked.filter((word) => !known.some(([value]) => value === word)); // asked for by a program
  const ticks = [...known, ...others.map((word) => [word, word])].map(([value, label]) =>
    tick({ name: `${effect}-${value}`, value, label, checked: asked.includes(value) }),
  );
  const element = h(
    "fieldset",
    { class: "field", id: `on-top-${effect}` },
    h("legend", null, t(`case.${effect}`)),
    h("div", { class: "kinds" }, ticks),
  );
  const wanted = () => ticks.filter(({ input }) => input.checked).map(({ input }) => input.value);
  return Object.assign(element, { wanted });
}

/** A row each, and an empty one after the last. @param {Stays[]} asked */
function staysRows(asked) {
  const list = h("div", { class: "stack" });
  const element = h(
    "fieldset",
    { class: "field", id: "on-top-stays" },
    h("legend", null, t("case.stays")),
    h("p", { class: "hint" }, t("case.stays-hint")),
    list,
  );

  /** @param {Partial<Stays>} told */
  function add(told) {
    const number = list.childElementCount;
    const inputs = SIDES.map((side) =>
      h("input", {
        name: `stays-${side}-${number}`,
        value: told[side] ?? "",
        maxlength: LONGEST[side],
        autocomplete: "off",
        "aria-label": t(`case.stays-${side}`),
        placeholder: t(`case.stays-${side}`),
      }),
    );
    list.append(h("div", { class: "stays-row" }, inputs));
  }

  const rows = () =>
    [...list.children].map((row) =>
      Object.fromEntries([...row.querySelectorAll("input")].map((input, at) => [SIDES[at], input.value.trim()])),
    );
  const isFilled = (row) => SIDES.some((side) => row[side]);

  function follow() {
    if (rows().every(isFilled)) add({});
  }

  for (const each of asked) add(each);
  list.addEventListener("input", follow);
  follow();
  return Object.assign(element, { wanted: () => rows().filter(isFilled) });
}
