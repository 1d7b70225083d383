/** A table that scrolls sideways in a narrow window; what scrolls must be reachable by keyboard, and named. */

import { h } from "../dom.js";

/** @param {string} label @param {Record<string, any>} props @param {...import("../dom.js").Child} children */
export const scrolling = (label, props, ...children) =>
  h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
    h("table", { class: "list", ...props }, ...children),
  );
