/**
 * The table of a case: who and what appears in its documents, under which pseudonym, with which role, and the
 * names that stay by the whitelist. What is changed here is changed in all documents. Real names show once they
 * are asked for.
 */

import { api } from "../api.js";
import { h, replace } from "../dom.js";
import { compare, t } from "../i18n.js";
import { changeList, editCase } from "./caseedit.js";
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
  if (!entities.length && !data.listed)
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
      found.slice(0, SHOWN).map((entity) => row(entity, { titles, names, edit, list })),
    );
    count.textContent = t("entities.count", { count: found.length });
    unseen.hidden = names || !query || found.length > 0;
  }

  /** Names come onto the whitelist, or off it. */
  async function list(way, forms) {
    if (await changeList(project, way, forms)) again(names, search.value);
  }

  const adding = addListed((form) => {
    const known = entities.find((entity) => entity.documents.length && entity.names?.includes(form));
    if (known) edit(known, { kind: "whitelist", scope: "case" });
    else list("list", [form]);
  });

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
    h("h2", { class: "section-title" }, t("entities.whitelist")),
    h("p", { class: "muted" }, t(names ? "entities.whitelist-text" : "entities.whitelist-unseen", { count: data.listed })),
    names && adding,
  );
}

/** A field for a name that is to stay, whether or not a document has it yet. @param {(form: string) => void} add */
function addListed(add) {
  const input = h("input", {
    type: "text",
    maxlength: "200",
    required: true,
    "aria-label": t("entities.whitelist-name"),
    placeholder: t("entities.whitelist-name"),
    class: "search",
    dataset: { testid: "list-name" },
  });
  const submit = (event) => {
    event.preventDefault();
    const form = input.value.trim().replace(/\s+/g, " ");
    if (form) add(form);
  };
  return h(
    "form",
    { class: "toolbar", on: { submit } },
    input,
    h("button", { type: "submit", dataset: { testid: "list-add" } }, icon("add"), t("entities.whitelist-add")),
  );
}

const matches = (entity, query) =>
  [entity.pseudonym, categoryName(entity.category), roleName(entity.role), standing(entity), ...(entity.names ?? [])].some(
    (text) => (text ?? "").toLowerCase().includes(query),
  );

/** Why it stays, where it does. */
function standing({ action, listed }) {
  if (action === "replace") return "";
  return listed ? t(`entities.listed.${listed}`) : t("entities.kept");
}

function row(entity, { titles, names, edit, list }) {
  const name = names
    ? h("td", null, h("b", null, entity.names[0] ?? "–"), also(entity.names.slice(1)))
    : null;
  return h(
    "tr",
    { dataset: { testid: "case-row" } },
    name,
    h("th", { scope: "row", class: "nowrap" }, pseudonym(entity, edit), actions(entity, edit, list)),
    h(
      "td",
      null,
      !entity.category
        ? "–"
        : h(
            "span",
            { class: "tag", dataset: { group: groupOf(entity.category) } },
            h("span", { "aria-hidden": "true" }, symbolOf(entity.category)),
            categoryName(entity.category),
          ),
    ),
    h("td", null, role(entity, edit)),
    h("td", null, entity.documents.length ? places(entity, titles) : h("span", { class: "muted" }, t("entities.nowhere"))),
  );
}

/** What can be done to somebody as a whole, besides what is changed in its place. */
function actions(entity, edit, list) {
  const { action, documents, listed, forms } = entity;
  const stay = (scope) => ({
    label: t(`review.whitelist.${scope}.long`),
    icon: "shield",
    run: () => edit(entity, { kind: "whitelist", scope }),
  });
  const everywhere = api.here.mode === "single" || api.here.user.role === "administrator";
  const items = [
    ...(documents.length && action !== "replace"
      ? [{ label: t("entities.replace"), icon: "check", run: () => edit(entity, { kind: "replace" }) }]
      : []),
    ...(documents.length && !listed ? [stay("case"), ...(everywhere ? [stay("always")] : [])] : []),
    ...(forms?.length && (listed === "case" || everywhere) && (listed === "always" || !documents.length)
      ? [{ label: t("entities.unlist"), icon: "close", run: () => list("unlist", forms) }]
      : []),
  ];
  if (!items.length) return null;
  const button = h(
    "button",
    { class: "plain small icon-only", type: "button", "aria-label": t("entities.actions"), dataset: { testid: "case-actions" } },
    icon("more"),
  );
  menu(button, () => items);
  return button;
}

const also = (names) => names.length > 0 && h("small", { class: "muted names" }, names.slice(0, 4).join(" · "));

/** In its place: a click makes it a field, Enter gives it. */
function pseudonym(entity, edit) {
  if (entity.action !== "replace")
    return h("span", entity.listed ? { class: "tag", dataset: { testid: "case-listed" } } : { class: "muted" }, standing(entity));
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
