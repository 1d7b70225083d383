/** Choosing another entity by typing part of its name: for merging, and for adding to one that is there. */

import { h, replace, uid } from "../dom.js";
import { number } from "../i18n.js";
import { groupOf, symbolOf } from "../shell/categories.js";
import { nameOf, shownRole } from "./names.js";
import { folded } from "./rows.js";

const SHOWN = 60;

/**
 * A list box with a filter.
 * @param {any} review
 * @param {{like: {name: string, category: string}, without?: string, label: string, onChoose: (id: string) => void,
 *          onTake?: (id: string) => void}} options `like`: what resembles it comes first
 */
export function createPicker(review, { like, without, label, onChoose, onTake }) {
  const { store, text } = review;
  const listId = uid("list");
  let options = [];
  let at = 0;
  const input = h("input", {
    type: "search",
    role: "combobox",
    "aria-expanded": "true",
    "aria-controls": listId,
    "aria-label": label,
    placeholder: label,
    autocomplete: "off",
    dataset: { testid: "pick-input" },
    on: { input: () => ((at = 0), draw()), keydown },
  });
  const list = h("ul", { class: "pick-list", role: "listbox", id: listId, "aria-label": label });
  const words = new Set(
    folded(like.name)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 1),
  );

  function likeness(entity) {
    const own = folded(nameOf(entity, text.text)).split(/[^\p{L}\p{N}]+/u);
    const shared = own.filter((word) => words.has(word)).length;
    return shared * 10 + (entity.category === like.category ? 3 : 0) + (entity.action === "replace" ? 1 : 0);
  }

  function draw() {
    const needle = folded(input.value.trim());
    const fits = (entity) =>
      entity.id !== without &&
      (!needle || folded(`${nameOf(entity, text.text)} ${entity.pseudonym}`).includes(needle));
    options = [...store.entities.values()]
      .filter(fits)
      .map((entity) => ({ entity, weight: likeness(entity) }))
      .sort(
        (one, other) =>
          other.weight - one.weight || other.entity.mentions.length - one.entity.mentions.length,
      )
      .slice(0, SHOWN)
      .map(({ entity }) => entity);
    replace(list, options.map(option));
    point();
  }

  function option(entity, index) {
    return h(
      "li",
      {
        role: "option",
        id: `${listId}-${index}`,
        "aria-selected": "false",
        dataset: { group: groupOf(entity.category), entity: entity.id },
        on: { click: () => ((at = index), point()), dblclick: () => onTake?.(entity.id) },
      },
      h("span", { class: "sign", "aria-hidden": "true" }, symbolOf(entity.category)),
      h("span", { class: "cell-text" }, nameOf(entity, text.text)),
      h("span", { class: "faint" }, shownRole(entity)),
      h("span", { class: "becomes" }, entity.action === "replace" ? entity.pseudonym : ""),
      h("span", { class: "count" }, number(entity.mentions.length)),
    );
  }

  function point() {
    [...list.children].forEach((item, index) => item.setAttribute("aria-selected", String(index === at)));
    const item = list.children[at];
    item?.scrollIntoView({ block: "nearest" });
    if (item) input.setAttribute("aria-activedescendant", item.id);
    else input.removeAttribute("aria-activedescendant");
    onChoose(options[at]?.id ?? "");
  }

  function keydown(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !options.length) return;
    event.preventDefault();
    at = (at + step + options.length) % options.length;
    point();
  }

  draw();
  return { root: h("div", { class: "pick" }, input, list), input };
}
