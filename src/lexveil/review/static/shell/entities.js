/**
 * The table of a case: who and what appears in its documents, under which pseudonym, with which role. What is
 * changed here is changed in all documents. Real names show once they are asked for.
 */

import { h, replace } from "../dom.js";
import { compare, t } from "../i18n.js";
import { editCase } from "./caseedit.js";
import { categoryName, groupOf, roleName, symbolOf } from "./categories.js";
import { tick } from "./form.js";
import { icon } from "./icons.js";
import { menu } from "./menu.js";
import { choiceName, choicesOf, rolesOf } from "./roles.js";
import { toDocument } from "./router.js";
import { emptyState } from "./states.js";
import { scrolling } from "./tables.js";

const SHOWN = 200; // rows at once: the rest is found by typing

/**
 * @param {any} data @param {any} project
 * @param {{names: boolean, query: string, again: (names: boolean, query: string) => void}} options
 */
export function showEntities(data, project, { names, query: asked, again }) {
  const entities = [...data.entities].sort(
    (one, other) =>
      Number(other.action === "replace") - Number(one.action === "replace") ||
      Number(other.category === "PERSON") - Number(one.category === "PERSON") || // people before their addresses
      other.documents.length - one.documents.length ||
      compare(one.pseudonym, other.pseudonym),
  );
  if (!entities.length)
    return emptyState({ icon: "users", title: t("entities.none"), text: t("entities.none-text") });
  const titles = new Map((project.documents ?? []).map((item) => [item.id, item.name]));
  const search = h("input", {
    type: "search",
    class: "search",
    value: asked,
    placeholder: t("entities.search"),
    "aria-label": t("entities.search"),
    dataset: { testid: "case-filter" },
    on: { input: draw },
  });
  const several = tick({ label: t("entities.several"), on: { change: draw } });
  const shown = tick({
    label: t("entities.names"),
    checked: names,
    dataset: { testid: "case-names" },
    on: { change: () => again(shown.input.checked, search.value) },
  });
  const body = h("tbody");
  const count = h("p", { class: "muted", role: "status" });
  // Who looks for somebody by name looks in vain while the service has not said the names.
  const unseen = h(
    "div",
    { class: "toolbar", role: "status", dataset: { testid: "case-names-unseen" } },
    h("p", null, t("entities.unseen")),
    h("button", { type: "button", on: { click: () => again(true, search.value) } }, t("entities.names")),
  );

  function draw() {
    const query = search.value.trim().toLowerCase();
    const found = entities.filter(
      (entity) => (!several.input.checked || entity.documents.length > 1) && matches(entity, query),
    );
    replace(
      body,
      found.slice(0, SHOWN).map((entity) => row(entity, { titles, names, edit })),
    );
    count.textContent = t("entities.count", { count: found.length });
    unseen.hidden = names || !query || found.length > 0;
  }

  async function edit(entity, command) {
    if (await editCase(project, entity.documents, command)) again(names, search.value);
  }

  draw();
  const heads = [
    names && "entities.name",
    "entities.pseudonym",
    "entities.category",
    "entities.role",
    "entities.documents",
  ].filter(Boolean);
  return h(
    "div",
    { class: "stack" },
    h("p", { class: "muted" }, t("entities.text")),
    h("div", { class: "toolbar" }, search, shown, several, count),
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
    unseen,
  );
}

const matches = (entity, query) =>
  [entity.pseudonym, categoryName(entity.category), roleName(entity.role), ...(entity.names ?? [])].some(
    (text) => (text ?? "").toLowerCase().includes(query),
  );

function row(entity, { titles, names, edit }) {
  const name = names
    ? h("td", null, h("b", null, entity.names[0] ?? "–"), also(entity.names.slice(1)))
    : null;
  return h(
    "tr",
    { dataset: { testid: "case-row" } },
    name,
    h("th", { scope: "row", class: "nowrap" }, pseudonym(entity, edit)),
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
    h("td", null, role(entity, edit)),
    h("td", null, places(entity, titles)),
  );
}

const also = (names) => names.length > 0 && h("small", { class: "muted names" }, names.slice(0, 4).join(" · "));

/** In its place: a click makes it a field, Enter gives it. */
function pseudonym(entity, edit) {
  if (entity.action !== "replace") return h("span", { class: "muted" }, t("entities.kept"));
  const button = h(
    "button",
    {
      class: "plain edit-in-place",
      type: "button",
      "aria-label": t("review.edit-pseudonym", { pseudonym: entity.pseudonym }),
      on: { click: open },
    },
    entity.pseudonym,
    icon("edit"),
  );
  function open() {
    const input = h("input", {
      type: "text",
      value: entity.pseudonym,
      maxlength: "200",
      "aria-label": t("entities.pseudonym"),
      dataset: { testid: "case-pseudonym" },
      on: {
        keydown(event) {
          if (event.key === "Escape") return close();
          if (event.key !== "Enter") return;
          event.preventDefault();
          const typed = input.value.trim();
          if (typed && typed !== entity.pseudonym) edit(entity, { kind: "rename", pseudonym: typed });
          close();
        },
        blur: () => close(),
      },
    });
    let over = false; // to take a field away that has the focus ends it once more
    const close = () => {
      if (over) return;
      over = true;
      input.replaceWith(button);
      button.focus();
    };
    button.replaceWith(input);
    input.focus();
    input.select();
  }
  return button;
}

function role(entity, edit) {
  if (!rolesOf(entity.category).length) return "–";
  const button = h(
    "button",
    { class: "plain small", type: "button", dataset: { testid: "case-role" } },
    roleName(entity.role),
    icon("down"),
  );
  menu(button, () =>
    choicesOf(entity.category).map((choice) => ({
      label: choiceName(choice),
      checked: entity.role === choice.role && !choice.side,
      run: () => edit(entity, { kind: "role", role: choice.role, ...(choice.side && { side: choice.side }) }),
    })),
  );
  return button;
}

const places = (entity, titles) =>
  h(
    "ul",
    { class: "chips" },
    entity.documents.slice(0, 12).map((place) =>
      h(
        "li",
        null,
        h(
          "a",
          {
            class: "chip",
            href: `${toDocument(place.document)}?entity=${encodeURIComponent(place.entity)}`,
          },
          titles.get(place.document) ?? t("entities.document"),
          h("b", { title: t("document.mentions", { count: place.mentions }) }, place.mentions),
        ),
      ),
    ),
    entity.documents.length > 12 && h("li", { class: "muted" }, `+ ${entity.documents.length - 12}`),
  );
