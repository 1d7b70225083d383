/** What a view shows while it has nothing to show: loading, empty, failed. */

import { api } from "../api.js";
import { h } from "../dom.js";
import { known, t } from "../i18n.js";
import { explain } from "./explain.js";
import { icon } from "./icons.js";

/** Grey bars in the shape of what will come. @param {number} [rows] */
export function loadingState(rows = 4) {
  return h(
    "div",
    { class: "page loading", role: "status", "aria-busy": "true" },
    h("span", { class: "unseen" }, t("state.loading")),
    h("div", { class: "skeleton skeleton-title" }),
    h(
      "div",
      { class: "skeleton-rows" },
      Array.from({ length: rows }, () => h("div", { class: "skeleton skeleton-row" })),
    ),
  );
}

/** Rows only, inside a page that is there already. @param {number} [rows] */
export const loadingRows = (rows = 3) =>
  h(
    "div",
    { class: "skeleton-rows", role: "status", "aria-busy": "true" },
    h("span", { class: "unseen" }, t("state.loading")),
    Array.from({ length: rows }, () => h("div", { class: "skeleton skeleton-row" })),
  );

/**
 * @param {{icon: string, title: string, text?: import("../dom.js").Child, actions?: import("../dom.js").Child,
 *          level?: string}} options
 */
export const emptyState = ({ icon: name, title, text, actions, level = "h2" }) =>
  h(
    "section",
    { class: "empty" },
    h("div", { class: "empty-sign" }, icon(name)),
    h(level, null, title),
    text && (typeof text === "string" ? h("p", null, text) : text),
    actions && h("div", { class: "empty-actions" }, actions),
  );

const FINAL = new Set(["not-found", "forbidden"]); // the same the second time

/**
 * A lost server is tried again by itself once it is back.
 * @param {any} error @param {{retry?: () => void, home?: boolean, level?: string}} [options]
 */
export function errorState(error, { retry, home = false, level = "h1" } = {}) {
  const kind = error?.kind && known(`failure.${error.kind}`) ? error.kind : "unexpected";
  const element = h(
    "div",
    { class: "page" },
    emptyState({
      icon: kind === "offline" ? "offline" : "alert",
      title: t(`failure.${kind}`),
      text: explain(error?.kind ? error : null),
      level,
      actions: [
        retry &&
          !FINAL.has(kind) &&
          h(
            "button",
            { class: "primary", type: "button", on: { click: retry } },
            icon("retry"),
            t("button.retry"),
          ),
        home && h("a", { class: "button", href: "#/" }, t("button.home")),
      ],
    }),
  );
  if (kind === "offline" && retry) {
    const stop = api.on("online", () => {
      stop();
      if (element.isConnected) retry();
    });
  }
  return element;
}
