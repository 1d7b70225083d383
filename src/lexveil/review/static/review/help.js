/** All keys, and what the signs in the document mean. */

import { h } from "../dom.js";
import { categoryName, groupOf, roleName, symbolOf } from "../shell/categories.js";
import { keysOf } from "../shell/roles.js";

const KEYS = {
  doubts: [["n"], ["p"], ["Alt 2–9"]],
  entity: [["a"], ["r"], ["k"], ["e"], ["m"], ["s"], ["w"], ["y"], ["0–9"], ["⇧A", "⇧R", "⇧K"], ["g"], ["x", "⇧ ↓"], ["c"], ["⇧X", "Ctrl"], ["⇧ 0–9"]],
  move: [["↓", "→"], ["↑", "←"], ["."], [","], ["Enter"], ["d"], ["t"]],
  text: [["+", "Insert"], ["Alt ⇧ →", "Alt ⇧ ←"], ["Alt ⇧ ↑", "Alt ⇧ ↓"], ["Ctrl Alt ⇧ →"], ["0–9", "g"], ["l"]],
  page: [["u", "Ctrl Z"], ["Ctrl Y", "Ctrl ⇧ Z"], ["/"], ["v"], ["h"], ["?"], ["Esc"]],
};

const LEGEND = ["PERSON", "ORG", "COURT", "LOC", "DATE", "QUANTITY", "DEM", "EMAIL", "MISC"];

/** @param {any} review */
export function openHelp(review) {
  const { t, dialog } = review;
  const table = ([area, rows]) =>
    h(
      "section",
      { class: "keys-section" },
      h("h3", null, t(`review.keys.${area}`)),
      h(
        "dl",
        { class: "keys" },
        rows.map((keys, index) => [
          h(
            "dt",
            null,
            keys.map((key, place) => [place > 0 && " ", h("kbd", null, key)]),
          ),
          h("dd", null, t(`review.keys.${area}.${index + 1}`)),
        ]),
      ),
    );
  const legend = h(
    "section",
    { class: "keys-section" },
    h("h3", null, t("review.legend")),
    h(
      "ul",
      { class: "legend" },
      LEGEND.map((category) =>
        h(
          "li",
          { dataset: { group: groupOf(category) } },
          h("span", { class: "sign", "aria-hidden": "true" }, symbolOf(category)),
          categoryName(category),
        ),
      ),
    ),
    h(
      "ul",
      { class: "legend" },
      [1, 2, 3].map((certainty) =>
        h(
          "li",
          null,
          h("span", { class: "certainty", dataset: { certainty } }, t(`review.certainty.${certainty}`)),
        ),
      ),
      h("li", null, h("span", { class: "legend-faint" }, t("review.legend.faint"))),
    ),
    h("h3", null, t("review.keys.roles")),
    h(
      "dl",
      { class: "keys" },
      keysOf("PERSON").map(([role, key]) => [h("dt", null, h("kbd", null, key)), h("dd", null, roleName(role))]),
    ),
  );
  const shown = dialog({
    title: t("review.keys"),
    size: "large",
    className: "dialog-keys",
    id: "keys",
    focus: ".dialog-body",
    body: h("div", { class: "keys-columns" }, Object.entries(KEYS).map(table), legend),
    actions: [{ label: t("button.close"), kind: "primary", value: true }],
  });
  shown.element.querySelector(".dialog-body").tabIndex = 0; // it scrolls, and holds nothing to press
  return shown;
}
