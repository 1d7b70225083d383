/** Words looked for in all documents of a case: every place with what stands around it. */

import { api } from "../api.js";
import { h, replace, settled } from "../dom.js";
import { t } from "../i18n.js";
import { explain } from "./explain.js";
import { select } from "./form.js";
import { toDocument } from "./router.js";

/** @param {any} project */
export function showCaseSearch(project) {
  const names = new Map((project.documents ?? []).map((item) => [item.id, item.name]));
  const status = h("p", { class: "muted", role: "status", dataset: { testid: "case-search-status" } });
  const found = h("div", { class: "stack", id: "case-hits" });
  const ask = settled(look, 250);
  const input = h("input", {
    type: "search",
    class: "search",
    maxlength: "200",
    placeholder: t("casesearch.label"),
    "aria-label": t("casesearch.label"),
    dataset: { testid: "case-search" },
    on: { input: ask },
  });
  const mode = select({ "aria-label": t("casesearch.mode"), on: { change: ask } }, [
    ["plain", t("casesearch.plain")],
    ["fuzzy", t("casesearch.fuzzy")],
  ]);
  let turn = 0;

  async function look() {
    const query = input.value.trim();
    const mine = ++turn;
    if (!query) return (replace(found), void (status.textContent = ""));
    try {
      const path = `/projects/${encodeURIComponent(project.id)}/search`;
      const answer = await api.post(path, { query, mode: mode.value });
      if (mine !== turn) return;
      const documents = groups(answer.hits);
      status.textContent = t("casesearch.found", { count: answer.hits.length, documents: documents.length });
      replace(found, documents.map(section));
    } catch (error) {
      if (mine === turn) status.textContent = explain(error);
    }
  }

  const section = ([document, hits]) =>
    h(
      "section",
      { class: "card hits", dataset: { document } },
      h("h2", null, names.get(document) ?? t("entities.document")),
      h("ul", null, hits.map((hit) => h("li", null, line(document, hit)))),
    );

  return h("div", { class: "stack" }, h("div", { class: "toolbar" }, input, mode, status), found);
}

const line = (document, hit) =>
  h(
    "a",
    { href: `${toDocument(document)}?at=${hit.place[0]}` },
    h("span", { class: "muted" }, `… ${hit.before}`),
    h("mark", null, hit.text),
    h("span", { class: "muted" }, `${hit.after} …`),
    hit.pseudonym && h("span", { class: "tag" }, `→ ${hit.pseudonym}`),
  );

function groups(hits) {
  const by = new Map();
  for (const hit of hits) by.set(hit.document, [...(by.get(hit.document) ?? []), hit]);
  return [...by];
}
