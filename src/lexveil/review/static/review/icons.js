/** The icons of the review, beside those of the shell; drawn alike. */

import { svg } from "../dom.js";
import { icon as shared } from "../shell/icons.js";

/** @type {Record<string, string[]>} */
const PATHS = {
  search: ["M11 18a7 7 0 100-14 7 7 0 000 14z", "M16.2 16.2L21 21"],
  undo: ["M8.5 14L4 9.5 8.5 5", "M4 9.5h10a6 6 0 010 12h-3"],
  redo: ["M15.5 14L20 9.5 15.5 5", "M20 9.5H10a6 6 0 000 12h3"],
};

/** @param {string} name */
export function icon(name) {
  if (!(name in PATHS)) return shared(name);
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    PATHS[name].map((d) => svg("path", { d })),
  );
}
