/** Who appears in which documents of a case, under which pseudonym. Real names do not show here. */

import { h, replace } from "../dom.js";
import { compare, t } from "../i18n.js";
import { categoryName, groupOf, roleName, symbolOf } from "./categories.js";
import { tick } from "./form.js";
import { toDocument } from "./router.js";
import { emptyState } from "./states.js";
import { scrolling } from "./tables.js";

/** @param {any} data @param {any} project */
export function showEntities(data, project) {
  const entities = [...(data.entities ?? data)].sort(
    (one, other) => other.documents.length - one.documents.length || compare(one.pseudonym, other.pseudonym),
  );
  if (!entities.length)
    return emptyState({ icon: "users", title: t("entities.none"), text: t("entities.none-text") });
  const names = new Map((project.documents ?? []).map((item) => [item.id, item.name]));
  const search = h("input", {
    type: "search",
    class: "search",
    placeholder: t("entities.search"),
    "aria-label": t("entities.search"),
    on: { input: draw },
  });
  const several = tick({ label: t("entities.several"), on: { change: draw } });
  const body = h("tbody");
  const count = h("p", { class: "muted", role: "status" });

  function draw() {
    const query = search.value.trim().toLowerCase();
    const found = entities.filter(
      (entity) => (!several.input.checked || entity.documents.length > 1) && matches(entity, query),
    );
    replace(
      body,
      found.map((entity) => row(entity, names)),
    );
    count.textContent = t("entities.count", { count: found.length });
  }

  draw();
  const heads = ["entities.pseudonym", "entities.category", "entities.role", "entities.documents"];
  return h(
    "div",
    { class: "stack" },
    h("p", { class: "muted" }, t("entities.text")),
    h("div", { class: "toolbar" }, search, several, count),
    scrolling(
      t("project.entities"),
      { id: "entities" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          heads.map((key) => h("th", { scope: "col" }, t(key))),
        ),
      ),
      body,
    ),
  );
}

const matches = (entity, query) =>
  [entity.pseudonym, categoryName(entity.category), roleName(entity.role)].some((text) =>
    (text ?? "").toLowerCase().includes(query),
  );

// A date or a number has no role in a case worth telling.
const HAS_ROLE = new Set(["PERSON", "ORG", "COURT"]);

function row(entity, names) {
  return h(
    "tr",
    null,
    h(
      "th",
      { scope: "row", class: "nowrap" },
      entity.pseudonym || h("span", { class: "muted" }, t("entities.kept")),
    ),
    h(
      "td",
      null,
      h(
        "span",
        { class: "tag", dataset: { group: groupOf(entity.category) } },
        h("span", { "aria-hidden": "true" }, symbolOf(entity.category)),
        categoryName(entity.category),
      ),
    ),
    h("td", null, HAS_ROLE.has(entity.category) ? roleName(entity.role) : "–"),
    h(
      "td",
      null,
      h(
        "ul",
        { class: "chips" },
        entity.documents.map((place) =>
          h(
            "li",
            null,
            h(
              "a",
              {
                class: "chip",
                href: `${toDocument(place.document)}?entity=${encodeURIComponent(place.entity)}`,
              },
              names.get(place.document) ?? t("entities.document"),
              h("b", { title: t("document.mentions", { count: mentions(place) }) }, mentions(place)),
            ),
          ),
        ),
      ),
    ),
  );
}

const mentions = (place) => (Array.isArray(place.mentions) ? place.mentions.length : place.mentions);
