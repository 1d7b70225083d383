/**
 * Errors nobody caught: said once, with a way on, and without touching what is on the page.
 *
 * The details hold where in our code it happened, never what was on the page.
 */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { dialog } from "./dialog.js";

let shown = false;

export function watchErrors() {
  window.addEventListener("error", (event) => event.error && report(event.error));
  window.addEventListener("unhandledrejection", (event) => report(event.reason));
}

/** @param {any} error */
function report(error) {
  // A lost server and a login that ran out are said elsewhere; a cancelled request is no error.
  if (error?.kind === "offline" || error?.kind === "aborted" || error?.status === 401) return;
  if (error?.name === "AbortError") return;
  console.error(error);
  if (shown) return;
  shown = true;
  const opened = dialog({
    title: t("crash.title"),
    size: "small",
    id: "crash",
    focus: "footer button:last-child",
    body: [
      h("p", null, t("crash.text")),
      h(
        "details",
        null,
        h("summary", null, t("crash.details")),
        h("pre", { class: "trace", tabindex: "0" }, trace(error)),
      ),
    ],
    actions: [
      { label: t("crash.reload"), run: () => location.reload() },
      { label: t("crash.go-on"), kind: "primary", value: true },
    ],
  });
  opened.closed.then(() => (shown = false));
}

/** Name and places only: a message could quote what it was about. */
function trace(error) {
  const places = String(error?.stack ?? "").match(/[\w./-]+\.js:\d+:\d+/g) ?? [];
  return [error?.name ?? "Error", error?.kind, ...places].filter(Boolean).join("\n");
}
