/**
 * Dialogs on the native <dialog>: the browser keeps the focus inside, Escape closes, and the focus goes back
 * to where it was.
 */

import { h, uid, one } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "./icons.js";
import { explain } from "./explain.js";

/**
 * @typedef {{label: string, kind?: "primary" | "danger" | "plain", value?: any, run?: () => any, id?: string,
 *            disabled?: boolean}} Action
 *   `run` may wait; `false` as its result keeps the dialog open, an error is shown in it.
 */

/**
 * @param {{title: string, body: import("../dom.js").Child, actions?: Action[], size?: "small" | "medium" | "large",
 *          className?: string, id?: string, focus?: string}} options `focus`: a selector inside
 * @returns {{element: HTMLDialogElement, close: (value?: any) => void, closed: Promise<any>,
 *            fail: (error: unknown) => void, setActions: (actions: Action[]) => void, buttons: () => HTMLButtonElement[]}}
 */
export function dialog({ title, body, actions = [], size = "medium", className = "", id, focus }) {
  const opener = document.activeElement;
  const titleId = uid("dialog-title");
  const failed = h("p", { class: "message", dataset: { kind: "bad" }, role: "alert", hidden: true });
  const footer = h("footer", { class: "dialog-actions" });
  const form = h(
    "form",
    { class: "dialog-form", method: "dialog", novalidate: true },
    h(
      "header",
      { class: "dialog-head" },
      h("h2", { id: titleId, tabindex: "-1" }, title),
      h(
        "button",
        {
          class: "plain icon-only",
          type: "button",
          "aria-label": t("button.close"),
          on: { click: () => close(null) },
        },
        icon("close"),
      ),
    ),
    // A long body scrolls; one that can be scrolled must be reachable by keyboard.
    h("div", { class: "dialog-body", tabindex: "-1" }, body),
    failed,
    footer,
  );
  const element = /** @type {any} */ (
    h("dialog", { class: ["dialog", size, className], "aria-labelledby": titleId, id }, form)
  );
  let settle;
  const closed = new Promise((resolve) => (settle = resolve));

  function close(value = null) {
    if (!element.isConnected) return;
    window.removeEventListener("hashchange", leave);
    element.close();
    element.remove();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    settle(value);
  }

  // A dialog belongs to the view it was opened on.
  const leave = () => close(null);

  function fail(error) {
    failed.hidden = !error;
    failed.textContent = error ? (typeof error === "string" ? error : explain(error)) : "";
  }

  async function take(action, button) {
    fail(null);
    if (!action.run) return close(action.value ?? null);
    busy(button, true);
    try {
      const result = await action.run();
      if (result !== false) close(result === undefined ? (action.value ?? true) : result);
    } catch (error) {
      fail(error);
    } finally {
      busy(button, false);
    }
  }

  function setActions(next) {
    footer.hidden = next.length === 0;
    footer.replaceChildren(
      ...next.map((action) => {
        const main = action.kind === "primary" || action.kind === "danger";
        const button = h(
          "button",
          {
            class: action.kind ?? "",
            type: main ? "submit" : "button",
            id: action.id,
            disabled: action.disabled,
          },
          action.label,
        );
        if (main)
          form.onsubmit = (event) => (event.preventDefault(), button.disabled || take(action, button));
        else button.addEventListener("click", () => take(action, button));
        return button;
      }),
    );
    if (!next.some((action) => action.kind === "primary" || action.kind === "danger"))
      form.onsubmit = (event) => event.preventDefault();
  }

  setActions(actions);
  element.addEventListener("cancel", (event) => {
    event.preventDefault();
    leave();
  });
  window.addEventListener("hashchange", leave);
  document.body.append(element);
  element.showModal();
  const first = (focus && one(focus, element)) || one("input:not([type=hidden]), select, textarea", element);
  (first ?? one("h2", element)).focus();
  return { element, close, closed, fail, setActions, buttons: () => [...footer.querySelectorAll("button")] };
}

function busy(button, on) {
  button.disabled = on;
  button.classList.toggle("busy", on);
  button.setAttribute("aria-busy", String(on));
}

/**
 * A question with two answers. @param {{title: string, text: import("../dom.js").Child, action: string,
 * danger?: boolean, run?: () => any}} options @returns {Promise<boolean>}
 */
export async function confirm({ title, text, action, danger = false, run }) {
  const shown = dialog({
    title,
    body: typeof text === "string" ? h("p", null, text) : text,
    size: "small",
    // The harmless answer has the focus: Enter must not delete anything by accident.
    focus: danger ? "footer button:first-child" : "footer button:last-child",
    actions: [
      { label: t("button.cancel"), value: false },
      { label: action, kind: danger ? "danger" : "primary", value: true, run },
    ],
  });
  return (await shown.closed) ?? false;
}
