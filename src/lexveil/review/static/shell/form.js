/** Fields with a label, a hint and an error that belong together for screen readers too. */

import { h, uid } from "../dom.js";
import { t } from "../i18n.js";

/**
 * @param {{label: string, control: HTMLElement, hint?: string}} options
 * @returns {HTMLElement & {fail: (text: string | null) => void}}
 */
export function field({ label, control, hint }) {
  control.id ||= uid("field");
  const hintId = uid("hint");
  const failId = uid("error");
  const failed = h("p", { class: "field-error", id: failId, hidden: true });
  const described = [hint && hintId, failId].filter(Boolean).join(" ");
  control.setAttribute("aria-describedby", described);
  const element = h(
    "div",
    { class: "field" },
    h("label", { for: control.id }, label),
    control,
    hint && h("p", { class: "hint", id: hintId }, hint),
    failed,
  );
  element.fail = (text) => {
    failed.hidden = !text;
    failed.textContent = text ?? "";
    control.setAttribute("aria-invalid", String(Boolean(text)));
    if (text) control.focus();
  };
  control.addEventListener("input", () => element.fail(null));
  return element;
}

/** A box to tick, its words beside it. @param {{label: import("../dom.js").Child, hint?: string} & Record<string, any>} options */
export function tick({ label, hint, ...props }) {
  const id = uid("tick");
  const hintId = uid("hint");
  const input = h("input", { type: "checkbox", id, "aria-describedby": hint ? hintId : null, ...props });
  const element = h(
    "div",
    { class: "tick" },
    input,
    h("div", null, h("label", { for: id }, label), hint && h("p", { class: "hint", id: hintId }, hint)),
  );
  element.input = input;
  return element;
}

/** @param {Record<string, any>} props @param {[string, string][]} options value and words */
export const select = (props, options) =>
  h(
    "select",
    props,
    options.map(([value, label]) => h("option", { value }, label)),
  );

/** Text that must be there. @param {any} shown the field @param {HTMLInputElement} control */
export function needed(shown, control) {
  const value = control.value.trim();
  shown.fail(value ? null : t("form.needed"));
  return value || null;
}
