/**
 * Several entities at once: picked with Ctrl, Shift or `x`, then accepted, rejected, kept, or given a role
 * together. Each is an edit of its own, so that each can be undone.
 */

import { h, replace } from "../dom.js";
import { menu } from "../shell/menu.js";
import { choiceName, choicesOf } from "../shell/roles.js";
import { announce } from "../shell/toast.js";
import { icon } from "./icons.js";

const CERTAIN = 1;

/** @param {any} review @param {() => import("./rows.js").Row[]} rows those that are listed @param {() => void} drawn */
export function createPicking(review, rows, drawn) {
  const { store, t } = review;
  /** @type {Set<string>} */
  let ids = new Set();
  let last = ""; // from where a range goes
  const bar = h("div", { class: "bulk", role: "group", dataset: { testid: "bulk" } });

  const picked = () => [...ids].map((id) => store.entities.get(id)).filter(Boolean);

  function changed() {
    draw();
    drawn();
    if (ids.size) announce(t("review.pick.count", { count: ids.size }));
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
    if (!ids.size) return;
    ids = new Set();
    changed();
  }

  function act(kind, entities = picked()) {
    review.actions.several(kind, entities);
    clear();
  }

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
    if (!ids.size)
      return replace(
        bar,
        sure > 0 &&
          button("accept-certain", "check", `${t("review.pick.certain")} (${sure})`, () => act("accept", certain())),
      );
    const role = h(
      "button",
      { class: "small", type: "button", dataset: { testid: "bulk-role" } },
      t("review.role"),
      icon("down"),
    );
    menu(role, () =>
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
      h("strong", null, t("review.pick.count", { count: ids.size })),
      button("bulk-accept", "check", t("review.accept"), () => act("accept")),
      button("bulk-reject", "close", t("review.reject"), () => act("reject")),
      button("bulk-keep", "shield", t("review.keep"), () => act("keep")),
      role,
      button("bulk-clear", "undo", t("review.pick.clear"), clear),
    );
  }

  return {
    bar,
    draw,
    toggle,
    range,
    clear,
    act,
    has: (id) => ids.has(id),
    get size() {
      return ids.size;
    },
  };
}
