/** What the card of a mark is made of. */

import { h } from "../dom.js";
import { reasonText } from "../i18n.js";
import { categoryName, symbolOf } from "../shell/categories.js";
import { menu } from "../shell/menu.js";
import { actionItems, categoryItems, roleItems } from "./choices.js";
import { icon } from "./icons.js";
import { hasRole, nameOf, shownRole, standing } from "./names.js";
import { ACCEPTED, KEPT } from "./types.js";

/** The name as it stands here, the way to its other occurrences, and out of the card. */
export function cardHead(review, entity, mark) {
  const { t, text } = review;
  const index = mark ? entity.mentions.indexOf(mark) : -1;
  return h(
    "div",
    { class: "card-head" },
    h("span", { class: "sign", "aria-hidden": "true" }, symbolOf(entity.category)),
    h(
      "strong",
      { class: "card-name" },
      mark ? text.text.slice(mark.start, mark.end) : nameOf(entity, text.text),
    ),
    h(
      "span",
      { class: "card-steps" },
      h(
        "button",
        step("left", t("review.previous-occurrence"), () => review.step(-1)),
        icon("left"),
      ),
      h("span", { class: "counter" }, t("review.of", { index: index + 1, total: entity.mentions.length })),
      h(
        "button",
        step("right", t("review.next-occurrence"), () => review.step(1)),
        icon("right"),
      ),
      h(
        "button",
        step("close", t("button.close"), () => review.card.leave()),
        icon("close"),
      ),
    ),
  );
}

const step = (key, label, click) => ({
  class: "plain icon-only small",
  type: "button",
  "aria-label": label,
  dataset: { key },
  on: { click },
});

/** What it is, what becomes of it, and why. @param {string} id of the element, for a description */
export function cardInfo(review, entity, mark, id) {
  const { t, text } = review;
  const whole = nameOf(entity, text.text);
  const here = mark ? text.text.slice(mark.start, mark.end) : whole;
  const state = mark && mark.flags & ACCEPTED ? "accepted" : standing(entity);
  return h(
    "dl",
    { class: "card-info", id },
    here !== whole && pair(t("review.card.entity"), whole),
    pair(
      t("review.card.kind"),
      [categoryName(entity.category), certainRole(t, entity)].filter(Boolean).join(" · "),
    ),
    pair(t("review.card.becomes"), becomes(t, entity, mark)),
    pair(t("review.card.state"), [t(`review.state.${state}`), " · ", certainty(t, entity, mark)]),
    entity.why.length > 0 && pair(t("review.card.why"), whyList(t, entity.why)),
    entity.rule && pair(t("review.card.rule"), reasonText(entity.rule)),
    entity.shared > 0 && pair(t("review.card.shared"), t("review.shared", { count: entity.shared })),
  );
}

/** What stands in its place, or that it stays. */
export function becomes(t, entity, mark) {
  const stays = entity.action !== "replace" || (mark && mark.flags & KEPT);
  const said = t(entity.action === "reject" ? "review.is-rejected" : "review.stays");
  return h("span", { class: stays ? "stays" : "becomes" }, stays ? said : entity.pseudonym);
}

/** The role, and that it is not certain where it is not. */
export function certainRole(t, entity) {
  const role = shownRole(entity);
  const unsure = role && entity.role_certainty === 3 && entity.role !== "UNKNOWN";
  return unsure ? `${role} (${t("review.certainty.3")})` : role;
}

/** Of the name as a whole, and of this place where that differs. */
function certainty(t, entity, mark) {
  const level = (each) =>
    h("span", { class: "certainty", dataset: { certainty: each } }, t(`review.certainty.${each}`));
  if (!mark || mark.certainty === entity.certainty) return level(entity.certainty);
  return [level(entity.certainty), ` · ${t("review.card.here")} `, level(mark.certainty)];
}

const pair = (name, value) => [h("dt", null, name), h("dd", null, value)];

/** The first few reasons; the rest as a number. */
function whyList(t, why) {
  const unique = [...new Set(why.map(reasonText))];
  return h(
    "ul",
    null,
    unique.slice(0, 3).map((each) => h("li", null, each)),
    unique.length > 3 && h("li", null, t("review.more", { count: unique.length - 3 })),
  );
}

/**
 * What can be done, to all occurrences or to this one only.
 * @param {{onlyThis: boolean, choose: (onlyThis: boolean) => void}} scope
 */
export function cardActions(review, entity, mark, { onlyThis, choose }) {
  const { t } = review;
  const one = onlyThis ? mark : null;
  const { actions } = review;
  const stays = entity.action !== "replace" || Boolean(one && one.flags & KEPT);
  const several = mark && entity.mentions.length > 1;
  const role = h(
    "button",
    { class: "small", type: "button", dataset: { key: "role" } },
    h("span", { class: "label" }, shownRole(entity) || t("review.role")),
    icon("down"),
  );
  menu(role, () => roleItems(review, entity, one));
  const category = h(
    "button",
    { class: "small", type: "button", dataset: { key: "category" } },
    h("span", { class: "label" }, categoryName(entity.category)),
    icon("down"),
  );
  menu(category, () => categoryItems(review, entity, one));
  const more = h(
    "button",
    {
      class: "small icon-only",
      type: "button",
      "aria-label": t("review.more-actions"),
      dataset: { key: "more" },
    },
    icon("more"),
  );
  menu(more, () => actionItems(review, entity, { mark, all: false }), { align: "end" });
  const shifted = (key) => (onlyThis && several ? `⇧${key}` : key);
  const act = (key, label, run, main) =>
    h(
      "button",
      {
        class: ["small", main && "primary"],
        type: "button",
        dataset: { key },
        "aria-keyshortcuts": key,
        on: { click: run },
      },
      label,
      h("kbd", { "aria-hidden": "true" }, shifted(key)),
    );
  return h(
    "div",
    { class: "card-actions" },
    several && scope(t, entity, onlyThis, choose),
    h(
      "div",
      { class: "card-row" },
      act("a", t("review.accept"), () => actions.accept(entity, one), true),
      act("r", t("review.reject"), () => actions.reject(entity, one)),
      stays
        ? act("k", t("review.replace"), () => actions.replace(entity, one))
        : act("k", t("review.keep"), () => actions.keep(entity, one)),
    ),
    h(
      "div",
      { class: "card-row card-choices" },
      hasRole(entity.category) && role,
      category,
      entity.action === "replace" &&
        h(
          "button",
          {
            class: "small",
            type: "button",
            dataset: { key: "e" },
            on: { click: () => review.rename(entity, one) },
          },
          h("span", { class: "label" }, t("review.rename.short")),
        ),
      more,
    ),
  );
}

function scope(t, entity, onlyThis, choose) {
  const choice = (value, label, key) =>
    h(
      "button",
      {
        type: "button",
        "aria-pressed": String(onlyThis === value),
        dataset: { key },
        on: { click: () => choose(value) },
      },
      label,
    );
  return h(
    "div",
    { class: "segments", role: "group", "aria-label": t("review.scope") },
    choice(false, t("review.scope.all", { count: entity.mentions.length }), "all"),
    choice(true, t("review.scope.one"), "one"),
  );
}
