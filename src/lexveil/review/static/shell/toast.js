/** Short messages at the edge of the page, and the live region for screen readers. */

import { h, one } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "./icons.js";

const ICONS = { info: "info", good: "check", bad: "alert" };

/**
 * @param {string} text
 * @param {{kind?: "info" | "good" | "bad", action?: {label: string, run: () => void}, seconds?: number}} [options]
 * @returns {() => void} takes it away
 */
export function toast(text, { kind = "info", action, seconds = kind === "bad" || action ? 10 : 5 } = {}) {
  const region = one("#toasts");
  let timer = 0;
  const gone = () => {
    clearTimeout(timer);
    element.remove();
    if (!region.children.length) region.hidePopover?.();
  };
  const wait = () => (timer = window.setTimeout(gone, seconds * 1000));
  const element = h(
    "div",
    // Reading takes as long as it takes: it stays while the pointer or the focus is on it.
    {
      class: "toast",
      dataset: { kind },
      role: kind === "bad" ? "alert" : null,
      on: {
        pointerenter: () => clearTimeout(timer),
        pointerleave: wait,
        focusin: () => clearTimeout(timer),
        focusout: wait,
      },
    },
    icon(ICONS[kind]),
    h("span", { class: "toast-text" }, text),
    action &&
      h(
        "button",
        { class: "plain small", type: "button", on: { click: () => (gone(), action.run()) } },
        action.label,
      ),
    h(
      "button",
      {
        class: "plain small icon-only",
        type: "button",
        "aria-label": t("button.close"),
        on: { click: gone },
      },
      icon("close"),
    ),
  );
  // Shown anew each time so that it lies above a dialog that was opened since.
  if (region.matches(":popover-open")) region.hidePopover();
  region.append(element);
  while (region.children.length > 4) region.firstElementChild.remove();
  region.showPopover?.();
  wait();
  return gone;
}

/** Say something to a screen reader only. @param {string} text */
export function announce(text) {
  const region = one("#live");
  region.textContent = "";
  // A change is read out only when it comes after the region was seen empty.
  requestAnimationFrame(() => (region.textContent = text));
}
