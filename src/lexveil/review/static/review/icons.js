/** The icons of the review, beside those of the shell; drawn alike. */

import { svg } from "../dom.js";
import { icon as shared } from "../shell/icons.js";

/** @type {Record<string, string[]>} */
const PATHS = {
  search: ["M11 18a7 7 0 100-14 7 7 0 000 14z", "M16.2 16.2L21 21"],
  undo: ["M8.5 14L4 9.5 8.5 5", "M4 9.5h10a6 6 0 010 12h-3"],
  redo: ["M15.5 14L20 9.5 15.5 5", "M20 9.5H10a6 6 0 000 12h3"],
  merge: ["M6 4v4a4 4 0 004 4h8", "M6 20v-4a4 4 0 014-4", "M15 8.5l3.5 3.5-3.5 3.5"],
  split: ["M4 12h5", "M9 12c4 0 4-6 9-6", "M9 12c4 0 4 6 9 6", "M15.5 3l3 3-3 3", "M15.5 15l3 3-3 3"],
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
