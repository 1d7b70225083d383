/** A list of places in the document with boxes to tick, each with the words around it. */

import { h, replace } from "../dom.js";

const AROUND = 42; // characters before and behind
const LISTED = 200; // more are only counted: nobody reads further, and all stay ticked

/** @typedef {{start: number, end: number, ticked: boolean, note?: string}} Place */

/**
 * @param {{text: string, t: Function, changed: () => void}} options
 */
export function createFound({ text, t, changed }) {
  /** @type {{title: string, places: Place[]}[]} */
  let groups = [];
  const root = h("div", { class: "found", dataset: { testid: "found" } });

  function draw() {
    replace(root, groups.filter((group) => group.places.length).map(section));
  }

  function section(group) {
    const { title, places } = group;
    const whole = h("input", { type: "checkbox", on: { change: () => tickAll(group, whole.checked) } });
    group.whole = whole;
    reflect(group);
    return h(
      "fieldset",
      null,
      h("legend", null, h("label", { class: "check" }, whole, `${title} (${places.length})`)),
      h(
        "ul",
        null,
        places.slice(0, LISTED).map((place) => item(group, place)),
      ),
      places.length > LISTED &&
        h("p", { class: "hint" }, t("review.more", { count: places.length - LISTED })),
    );
  }

  function item(group, place) {
    const box = h("input", {
      type: "checkbox",
      checked: place.ticked,
      on: { change: () => ((place.ticked = box.checked), reflect(group), changed()) },
    });
    place.box = box;
    return h(
      "li",
      null,
      h(
        "label",
        { class: "check" },
        box,
        snippet(text, place),
        place.note && h("span", { class: "faint" }, place.note),
      ),
    );
  }

  function tickAll(group, on) {
    for (const place of group.places) {
      place.ticked = on;
      if (place.box) place.box.checked = on;
    }
    changed();
  }

  function reflect({ whole, places }) {
    const ticked = places.filter((place) => place.ticked).length;
    whole.checked = ticked === places.length;
    whole.indeterminate = ticked > 0 && ticked < places.length;
  }

  return {
    root,
    /** @param {{title: string, places: Place[]}[]} next */
    set(next) {
      groups = next;
      draw();
    },
    get places() {
      return groups.flatMap((group) => group.places);
    },
    get ticked() {
      return groups.flatMap((group) => group.places).filter((place) => place.ticked);
    },
  };
}

/**
 * The words around a place, the place itself set off.
 * @param {string} text @param {{start: number, end: number}} place
 */
export function snippet(text, { start, end }) {
  const left = Math.max(0, start - AROUND);
  const right = Math.min(text.length, end + AROUND);
  // Whole words only; what was left out is said.
  const before = left ? text.slice(left, start).replace(/^\S*\s/, "… ") : text.slice(left, start);
  const behind =
    right < text.length ? text.slice(end, right).replace(/\s\S*$/, " …") : text.slice(end, right);
  return h(
    "span",
    { class: "snippet" },
    flat(before),
    h("b", null, flat(text.slice(start, end))),
    flat(behind),
  );
}

const flat = (words) => words.replace(/\s+/g, " ");
