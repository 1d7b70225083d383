/** One row of the entity table. */

import { h } from "../dom.js";
import { number } from "../i18n.js";
import { categoryName, groupOf, symbolOf } from "../shell/categories.js";
import { icon } from "./icons.js";
import { menu } from "../shell/menu.js";
import { actionItems, categoryItems, roleItems } from "./choices.js";
import { hasRole, nameOf, shownRole, standing } from "./names.js";

/** @typedef {import("./types.js").Entity} Entity */

export const COLUMNS = ["number", "name", "base", "pseudonym", "category", "role", "count", "certainty", "state", "menu"];

/** @param {any} review @param {Entity} entity @param {{index: number}} place */
export function rowElement(review, entity, { index }) {
  const { t, text } = review;
  const name = nameOf(entity, text.text);
  const parts = {
    number: press(h("span", { class: "cell-text faint" }, number(review.store.numberOf(entity.id)))),
    base: press(h("span", { class: "cell-text", title: entity.base }, entity.base || "–")),
    name: press(
      h("span", { class: "sign", "aria-hidden": "true" }, symbolOf(entity.category)),
      h("span", { class: "cell-text", title: name, dataset: { certainty: entity.certainty } }, name || "—"),
      entity.shared > 0 &&
        h(
          "span",
          { class: "shared", title: t("review.shared", { count: entity.shared }) },
          icon("copy"),
          number(entity.shared),
        ),
    ),
    pseudonym: pseudonymCell(review, entity),
    category: choice(categoryName(entity.category), t("review.column.category"), () =>
      categoryItems(review, entity),
    ),
    role: hasRole(entity.category)
      ? choice(shownRole(entity), t("review.column.role"), () => roleItems(review, entity))
      : press(h("span", { class: "cell-text faint" }, "–")),
    count: press(h("span", { class: "counter" })),
    certainty: press(
      h(
        "span",
        {
          class: "certainty",
          dataset: { certainty: entity.certainty },
          title: t(`review.certainty.${entity.certainty}`),
        },
        t(`review.certainty.${entity.certainty}.short`),
      ),
    ),
    state: press(
      h(
        "span",
        {
          class: "standing",
          dataset: { standing: standing(entity) },
          title: t(`review.state.${standing(entity)}`),
        },
        h("span", { class: "cell-text" }, t(`review.state.${standing(entity)}`)),
      ),
    ),
    menu: menuCell(review, entity, name),
  };
  return h(
    "div",
    {
      class: ["row", entity.action !== "replace" && "row-stays"],
      role: "row",
      "aria-rowindex": String(index + 2),
      draggable: "true",
      dataset: {
        entity: entity.id,
        group: groupOf(entity.category),
        certainty: entity.certainty,
        testid: "entity-row",
      },
    },
    COLUMNS.map((column) =>
      h("div", { class: `cell cell-${column}`, role: "gridcell", dataset: { column } }, parts[column]),
    ),
  );
}

/** @param {{label: string, count: number}} group */
export const groupElement = ({ label, count }, index) =>
  h(
    "div",
    { class: "row row-group", role: "row", "aria-rowindex": String(index + 2) },
    h(
      "div",
      { class: "cell", role: "gridcell", "aria-colspan": String(COLUMNS.length) },
      h("span", null, label),
      h("span", { class: "count" }, number(count)),
    ),
  );

const press = (...children) =>
  h("button", { class: "cell-button", type: "button", tabindex: "-1" }, ...children);

function choice(label, name, items) {
  const button = press(h("span", { class: "cell-text" }, label || "–"));
  button.setAttribute("aria-label", `${name}: ${label || "–"}`);
  menu(button, items);
  return button;
}

function pseudonymCell(review, entity) {
  const { t } = review;
  if (entity.action !== "replace") return press(h("span", { class: "cell-text faint" }, "–"));
  const button = press(h("span", { class: "cell-text becomes" }, entity.pseudonym));
  button.setAttribute("aria-label", t("review.edit-pseudonym", { pseudonym: entity.pseudonym }));
  button.title = entity.pseudonym;
  button.dataset.edit = "";
  return button;
}

function menuCell(review, entity, name) {
  const button = h(
    "button",
    {
      class: "cell-button icon-only",
      type: "button",
      tabindex: "-1",
      "aria-label": review.t("review.actions-for", { name }),
    },
    icon("more"),
  );
  menu(button, () => actionItems(review, entity), { align: "end" });
  return button;
}
