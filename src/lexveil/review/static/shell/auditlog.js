/** The audit log: who did what kind of thing when; and whether the chain of its rows is whole. */

import { api } from "../api.js";
import { h, replace } from "../dom.js";
import { bytes, date, t, word } from "../i18n.js";
import { badge, stateName } from "./badges.js";
import { explain } from "./explain.js";
import { icon } from "./icons.js";
import { emptyState, errorState, loadingRows } from "./states.js";
import { scrolling } from "./tables.js";

export function showAudit() {
  const rows = h("div", null, loadingRows());
  const answer = h("div", { role: "status", id: "audit-answer" });
  const more = h("button", { type: "button", hidden: true, on: { click: () => next() } }, t("audit.more"));
  const body = h("tbody");
  let last = 0;

  async function next() {
    more.disabled = true;
    try {
      const page = await api.get(`/audit?after=${last}`);
      const found = page.rows ?? page;
      if (!last)
        replace(rows, found.length ? table(body) : emptyState({ icon: "list", title: t("audit.none") }));
      last = found.at(-1)?.number ?? last;
      body.append(...found.map(row));
      more.hidden = !page.more;
    } catch (error) {
      replace(rows, errorState(error, { retry: () => ((last = 0), replace(body), next()), level: "h2" }));
    } finally {
      more.disabled = false;
    }
  }

  async function verify(event) {
    const button = event.currentTarget;
    button.disabled = true;
    try {
      const { whole, broken } = await api.get("/audit/verify");
      const good = whole ?? broken == null;
      replace(
        answer,
        h(
          "div",
          { class: "message", dataset: { kind: good ? "good" : "bad" } },
          icon(good ? "shield" : "alert"),
          good ? t("audit.whole") : t("audit.broken", { number: broken }),
        ),
      );
    } catch (error) {
      replace(answer, h("div", { class: "message", dataset: { kind: "bad" } }, explain(error)));
    } finally {
      button.disabled = false;
    }
  }

  next();
  return h(
    "div",
    { class: "stack" },
    h(
      "div",
      { class: "toolbar" },
      h("p", { class: "muted grow" }, t("audit.text")),
      h(
        "button",
        { type: "button", id: "verify-audit", on: { click: verify } },
        icon("shield"),
        t("audit.verify"),
      ),
    ),
    answer,
    rows,
    h("div", { class: "row-end" }, more),
  );
}

const HEADS = ["audit.number", "audit.time", "audit.actor", "audit.kind", "audit.details"];

const table = (body) =>
  scrolling(
    t("admin.audit"),
    { id: "audit" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        HEADS.map((key) => h("th", { scope: "col" }, t(key))),
      ),
    ),
    body,
  );

/** Details in words, where we have some. @type {Record<string, (value: any) => string>} */
const DETAILS = {
  role: (value) => word(`account.${value.replace(" ", "-")}`, value),
  to: stateName,
  bytes,
  active: (value) => t(value ? "users.active" : "users.inactive"),
  password: (value) => (value ? t("users.reset") : ""),
  unlock: (value) => (value ? t("users.unlock") : ""),
  policy: (value) => (value ? t("export.policy") : ""),
  edit: (value) => word(`edit.${value}`, value),
  number: (value) => `${t("audit.number")} ${value}`,
  files: (value) => `${t("export.formats")}: ${value}`,
  user: (value) => `${t("members.name")} ${value.slice(0, 8)}`,
  token: (value) => value.slice(0, 8),
};

const detail = ([name, value]) => DETAILS[name]?.(value) ?? `${name}: ${value}`;

function row(entry) {
  const details = Object.entries(entry.details ?? {}).map(detail);
  const ids = [
    entry.project && `${t("audit.project")} ${entry.project.slice(0, 8)}`,
    entry.document && `${t("entities.document")} ${entry.document.slice(0, 8)}`,
  ];
  const actor =
    entry.name ||
    (entry.actor === "system"
      ? t("audit.system")
      : entry.actor
        ? entry.actor.slice(0, 8)
        : t("audit.nobody"));
  return h(
    "tr",
    null,
    h("td", { class: "number" }, entry.number),
    h("td", { class: "nowrap" }, date(entry.time, { dateStyle: "medium", timeStyle: "medium" })),
    h("td", { class: "nowrap" }, actor === "local" ? t("bar.local") : actor),
    h(
      "td",
      null,
      badge(
        entry.kind.includes("failed") || entry.kind.includes("stopped") ? "warn" : "neutral",
        word(`audit-kind.${entry.kind.replaceAll(" ", "-")}`, entry.kind),
      ),
    ),
    h("td", { class: "muted small-text" }, [...details, ...ids].filter(Boolean).join(" · ")),
  );
}
