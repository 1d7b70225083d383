/**
 * Several at once: rows of the table and places of the text, picked with Ctrl, Shift or `x`, then accepted,
 * rejected, kept, or given a role together. Each is an edit of its own, so that each can be undone.
 */

import { h, replace } from "../dom.js";
import { menu } from "../shell/menu.js";
import { choiceName, choicesOf, rolesOf } from "../shell/roles.js";
import { announce } from "../shell/toast.js";
import { icon } from "./icons.js";
import { rangeOf } from "./marks.js";

const CERTAIN = 1;

/** @param {any} review @param {() => import("./rows.js").Row[]} rows those that are listed @param {() => void} drawn */
export function createPicking(review, rows, drawn) {
  const { store, t } = review;
  /** @type {Set<string>} */
  let ids = new Set();
  /** @type {Set<number>} where marks begin */
  let places = new Set();
  let last = ""; // from where a range goes
  const bar = h("div", { class: "bulk", role: "group", dataset: { testid: "bulk" } });

  const picked = () => [...ids].map((id) => store.entities.get(id)).filter(Boolean);
  const marks = () => (places.size ? store.marks.filter(({ start }) => places.has(start)) : []);
  const size = () => ids.size + places.size;

  function changed() {
    draw();
    drawn();
    if (size()) announce(t("review.pick.count", { count: size() }));
  }

  /** @param {number} start of a mark in the text */
  function togglePlace(start) {
    places = new Set(places);
    if (!places.delete(start)) places.add(start);
    review.views.refresh([start]);
    changed();
  }

  function toggle(id) {
    ids = new Set(ids);
    if (!ids.delete(id)) ids.add(id);
    last = id;
    changed();
  }

  function range(id) {
    const listed = rows().filter((row) => row.kind === "entity");
    const from = listed.findIndex((row) => row.entity.id === last);
    const to = listed.findIndex((row) => row.entity.id === id);
    if (from < 0) return toggle(id);
    const [low, high] = from < to ? [from, to] : [to, from];
    ids = new Set([...ids, ...listed.slice(low, high + 1).map((row) => row.entity.id)]);
    changed();
  }

  function clear() {
    if (!size()) return;
    const shown = [...places];
    ids = new Set();
    places = new Set();
    review.views.refresh(shown);
    changed();
  }

  function act(kind) {
    if (ids.size) review.actions.several(kind, picked());
    if (places.size) review.actions.severalPlaces(kind, marks());
    clear();
  }

  /** The role of a key, to all rows that were picked; places that were picked are one person in that role. */
  function role(index) {
    const chosen = rolesOf(picked()[0]?.category ?? "PERSON").at(index);
    if (chosen && ids.size) review.actions.severalRoles(picked(), chosen, "");
    if (chosen && places.size)
      review.actions.add({ mentions: marks().map(rangeOf), category: "PERSON", role: chosen });
    clear();
  }

  const acceptCertain = () => review.actions.several("accept", certain());

  /** What is replaced, surely what it is, and not looked at yet. */
  const certain = () =>
    [...store.entities.values()].filter(
      (entity) =>
        entity.action === "replace" &&
        entity.certainty === CERTAIN &&
        (entity.role_certainty ?? 1) === CERTAIN &&
        entity.state !== "accepted" &&
        !review.doubts.ids.has(entity.id),
    );

  const button = (testid, sign, label, click) =>
    h("button", { class: "small", type: "button", dataset: { testid }, on: { click } }, icon(sign), label);

  function draw() {
    const sure = certain().length;
    if (!size())
      return replace(
        bar,
        sure > 0 &&
          button("accept-certain", "check", `${t("review.pick.certain")} (${sure})`, acceptCertain),
      );
    const roles = h(
      "button",
      { class: "small", type: "button", dataset: { testid: "bulk-role" } },
      t("review.role"),
      icon("down"),
    );
    menu(roles, () =>
      choicesOf(picked()[0]?.category ?? "PERSON").map((choice) => ({
        label: choiceName(choice),
        run: () => {
          review.actions.severalRoles(picked(), choice.role, choice.side);
          clear();
        },
      })),
    );
    replace(
      bar,
      h("strong", null, t("review.pick.count", { count: size() })),
      button("bulk-accept", "check", t("review.accept"), () => act("accept")),
      button("bulk-reject", "close", t("review.reject"), () => act("reject")),
      button("bulk-keep", "shield", t("review.keep"), () => act("keep")),
      ids.size > 0 && roles,
      button("bulk-clear", "undo", t("review.pick.clear"), clear),
    );
  }

  return {
    bar,
    draw,
    toggle,
    togglePlace,
    range,
    clear,
    act,
    role,
    marks,
    has: (id) => ids.has(id),
    hasPlace: (start) => places.has(start),
    /** Whether keys mean what was picked, not what one is at. */
    get several() {
      return ids.size > 1 || places.size > 0;
    },
    get size() {
      return ids.size;
    },
  };
}
