/** The menus of the review: actions, roles, categories. The same words in the card and in the table. */

import { h } from "../dom.js";
import { categoryName, symbolOf } from "../shell/categories.js";
import { choiceName, choicesOf, keysOf } from "../shell/roles.js";
import { KEPT } from "./types.js";

/** @typedef {import("./types.js").Entity} Entity @typedef {import("./types.js").Mark} Mark */

/** @param {any} review @param {Entity} entity */
export const roleItems = (review, entity, mark = null) =>
  choicesOf(entity.category).map(({ role, side }) => ({
    label: keyed(choiceName({ role, side }), side ? "" : keyOf(entity.category, role)),
    checked: entity.role === role && (entity.side ?? "") === side,
    run: () => review.actions.role(current(review, entity), role, mark, role === "PARTY" ? side : undefined),
  }));

const keyOf = (category, role) => keysOf(category).find(([each]) => each === role)?.[1] ?? "";

/** @param {any} review @param {Entity} entity */
export const categoryItems = (review, entity, mark = null) =>
  review.categories.map((category) => ({
    label: `${symbolOf(category)} ${categoryName(category)}`,
    checked: entity.category === category,
    run: () => review.actions.category(current(review, entity), category, mark),
  }));

/**
 * Everything that can be done to an entity, or to one occurrence of it.
 * @param {any} review @param {Entity} entity @param {{mark?: Mark | null, all?: boolean}} [options]
 */
export function actionItems(review, entity, { mark = null, all = true } = {}) {
  const { actions, t } = review;
  const now = () => current(review, entity);
  const stays = entity.action !== "replace" || Boolean(mark && mark.flags & KEPT);
  const item = (key, label, run, more = {}) => ({ label: keyed(label, key), run, ...more });
  return [
    ...(all
      ? [
          item("a", t("review.accept"), () => actions.accept(now(), mark), { icon: "check" }),
          item("r", t("review.reject"), () => actions.reject(now(), mark), { icon: "close" }),
          stays
            ? item("k", t("review.replace"), () => actions.replace(now(), mark), { icon: "retry" })
            : item("k", t("review.keep"), () => actions.keep(now(), mark), { icon: "shield" }),
          "-",
          item("e", t("review.rename"), () => review.rename(now()), {
            disabled: entity.action !== "replace",
            icon: "edit",
          }),
        ]
      : []),
    item("y", t("review.why"), () => review.why(now()), { icon: "info" }),
    ...(mark ? [item("g", t("review.move-mention"), () => review.moving.open(now(), mark), { icon: "right" })] : []),
    ...(mark ? [item("c", t("notes.comment"), () => review.notes.show(mark), { icon: "comment" })] : []),
    item("m", t("review.merge"), () => review.merge(now()), { icon: "users" }),
    item("s", t("review.split"), () => review.split(now(), mark), {
      disabled: entity.mentions.length < 2,
      icon: "leave",
    }),
    "-",
    ...scopes(review).map((scope) =>
      item("", t(`review.whitelist.${scope}.long`), () => actions.whitelist(now(), scope), {
        icon: "shield",
      }),
    ),
  ];
}

/** What always stays, for every case, is for an administrator to say. */
function scopes({ api }) {
  const all = api.here?.mode === "single" || api.here?.user?.role === "administrator";
  return all ? ["document", "case", "always"] : ["document", "case"];
}

/** The entity as it is by now: a menu may stay open while somebody else edits. */
const current = (review, entity) => review.store.entities.get(entity.id) ?? entity;

/** Words of a menu with the key that does the same. */
const keyed = (label, key) =>
  h("span", { class: "menu-keyed" }, label, key && h("kbd", { "aria-hidden": "true" }, key));
