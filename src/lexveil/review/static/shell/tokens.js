/** API tokens: listed, made (the secret is shown once), taken back. */

import { api } from "../api.js";
import { h, replace } from "../dom.js";
import { ago, t } from "../i18n.js";
import { confirm, dialog } from "./dialog.js";
import { explain } from "./explain.js";
import { field, needed } from "./form.js";
import { icon } from "./icons.js";
import { copyButton } from "./copy.js";
import { emptyState, errorState, loadingRows } from "./states.js";
import { draft } from "./storage.js";

export function openTokens() {
  const panel = tokensPanel();
  dialog({
    title: t("tokens.title"),
    body: panel,
    size: "large",
    id: "tokens",
    actions: [{ label: t("button.close") }],
  });
}

/** @param {string} [level] of its headings @returns {HTMLElement} */
export function tokensPanel(level = "h3") {
  const rows = h("div", { class: "token-rows" }, loadingRows(2));
  const made = h("div", { role: "status" });
  const name = h("input", { name: "token-name", maxlength: 100, autocomplete: "off" });
  const shown = field({ label: t("tokens.name"), control: name, hint: t("tokens.hint") });
  const form = h(
    "div",
    { class: "inline-form" },
    shown,
    h("button", { class: "primary", type: "button", on: { click: make } }, t("tokens.make")),
  );
  const forget = draft(form, "token");
  name.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // in a dialog Enter would be its own button
    make();
  });

  async function make() {
    const wanted = needed(shown, name);
    if (!wanted) return;
    try {
      const answer = await api.post("/tokens", { name: wanted });
      forget();
      name.value = "";
      replace(made, secret(answer.token));
      made.querySelector("button").focus();
      await load();
    } catch (error) {
      replace(made, h("p", { class: "message", dataset: { kind: "bad" } }, explain(error)));
    }
  }

  async function load() {
    try {
      const answer = await api.get("/tokens");
      replace(
        rows,
        table(answer.tokens ?? answer, () => (replace(made), load()), level),
      );
    } catch (error) {
      replace(rows, errorState(error, { retry: load, level }));
    }
  }

  load();
  return h("div", { class: "stack" }, h("p", { class: "muted" }, t("tokens.text")), form, made, rows);
}


function secret(token) {
  return h(
    "div",
    { class: "message", dataset: { kind: "good" } },
    h("p", null, h("strong", null, t("tokens.once"))),
    h(
      "div",
      { class: "secret" },
      h("code", { id: "token-secret" }, token),
      copyButton(() => token),
    ),
  );
}

function table(tokens, reload, level) {
  if (!tokens.length) return emptyState({ icon: "key", title: t("tokens.none"), level });
  return h(
    "table",
    { class: "list" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col" }, t("tokens.name")),
        h("th", { scope: "col" }, t("tokens.made")),
        h("th", { scope: "col" }, h("span", { class: "unseen" }, t("list.actions"))),
      ),
    ),
    h(
      "tbody",
      null,
      tokens.map((token) =>
        h(
          "tr",
          null,
          h("th", { scope: "row" }, token.name),
          h("td", null, ago(token.created)),
          h(
            "td",
            { class: "end" },
            h(
              "button",
              {
                class: "small danger-plain",
                type: "button",
                "aria-label": t("tokens.remove-named", { name: token.name }),
                on: { click: () => remove(token, reload) },
              },
              icon("trash"),
              t("tokens.remove"),
            ),
          ),
        ),
      ),
    ),
  );
}

async function remove(token, reload) {
  const sure = await confirm({
    title: t("tokens.remove-title"),
    text: t("tokens.remove-text", { name: token.name }),
    action: t("tokens.remove"),
    danger: true,
    run: () => api.delete(`/tokens/${encodeURIComponent(token.id)}`).then(() => true),
  });
  if (sure) await reload();
}
