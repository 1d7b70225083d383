/** States as badges: a word and a colour, never the colour alone. */

import { h } from "../dom.js";
import { number, t, word } from "../i18n.js";

export const STATES = ["new", "in review", "second reading", "approved", "exported"];

const KINDS = {
  new: "neutral",
  "in review": "accent",
  "second reading": "warn",
  approved: "good",
  exported: "good",
};

/** @param {string} kind @param {import("../dom.js").Child} text */
export const badge = (kind, text) => h("span", { class: "badge", dataset: { kind } }, text);

/** @param {string} state */
export const stateName = (state) => word(`state.${state.replace(" ", "-")}`, state);

/** @param {string} state @param {number} [count] */
export const stateBadge = (state, count) =>
  badge(
    KINDS[state] ?? "neutral",
    count === undefined ? stateName(state) : [h("b", null, number(count)), " ", stateName(state)],
  );

/** What an analysis is at. Between reading and resolving each detector is a step of its own, which says little. */
export function stepName(status, step) {
  if (status === "waiting" || !step) return t(status === "waiting" ? "status.waiting" : "status.running");
  return word(`step.${step}`, t("step.detecting"));
}
