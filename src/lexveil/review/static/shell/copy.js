/** A button that copies a text, and says that it did. */

import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "./icons.js";
import { announce } from "./toast.js";

/** @param {() => string} text */
export function copyButton(text) {
  const button = h("button", { type: "button", class: "small", on: { click: copy } });
  const draw = (name, words) => replace(button, icon(name), words);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text());
      draw("check", t("button.copied"));
      announce(t("button.copied"));
    } catch {
      // Without the right to the clipboard (plain HTTP, policy) the text is at least selected.
      const shown = button.parentElement?.querySelector("code");
      if (shown) getSelection()?.selectAllChildren(shown);
    }
    setTimeout(() => draw("copy", t("button.copy")), 2500);
  }
  draw("copy", t("button.copy"));
  return button;
}
