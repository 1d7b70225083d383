/** Bars that are a table first: screen readers get the numbers, eyes get the bars. */

import { h } from "../dom.js";
import { number } from "../i18n.js";

/**
 * @param {{caption: string, label: string, unit: string, rows: {name: string, value: number, text?: string,
 *          note?: string}[], max?: number}} options
 */
export function bars({ caption, label, unit, rows, max = Math.max(1, ...rows.map((row) => row.value)) }) {
  return h(
    "table",
    { class: "bars" },
    h("caption", null, caption),
    h(
      "thead",
      { class: "unseen" },
      h("tr", null, h("th", { scope: "col" }, label), h("th", { scope: "col" }, unit)),
    ),
    h(
      "tbody",
      null,
      rows.map((row) =>
        h(
          "tr",
          null,
          h("th", { scope: "row" }, row.name, row.note && h("small", { class: "muted" }, row.note)),
          h(
            "td",
            null,
            h(
              "div",
              { class: "bar-cell" },
              h(
                "span",
                { class: "bar-track", "aria-hidden": "true" },
                h("span", {
                  class: "bar-fill",
                  style: { width: `${Math.max(0, Math.min(1, row.value / max)) * 100}%` },
                }),
              ),
              h("span", { class: "bar-value" }, row.text ?? number(row.value)),
            ),
          ),
        ),
      ),
    ),
  );
}

/** Large figures in a row. @param {{value: string, label: string, note?: string}[]} items */
export const figures = (items) =>
  h(
    "dl",
    { class: "figures" },
    items.map((item) =>
      h(
        "div",
        { class: "figure" },
        h("dt", null, item.label, item.note && h("small", null, item.note)),
        h("dd", null, item.value),
      ),
    ),
  );
