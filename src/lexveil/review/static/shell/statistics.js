/**
 * Figures of a document or a case: how much was corrected, how long it took, how good the proposal was against
 * the result; and the result as gold, to learn from.
 */

import { api } from "../api.js";
import { h, replace } from "../dom.js";
import { duration, number, percent, t, word } from "../i18n.js";
import { bars, figures } from "./charts.js";
import { dialog } from "./dialog.js";
import { icon } from "./icons.js";
import { emptyState, errorState, loadingRows } from "./states.js";

/** @param {string} documentId @param {{name?: string}} [options] */
export function openStatistics(documentId, { name = "" } = {}) {
  const path = `/documents/${encodeURIComponent(documentId)}`;
  const body = h("div", null, loadingRows());
  const load = async () => {
    replace(body, loadingRows());
    try {
      replace(
        body,
        statisticsPanel(await api.get(`${path}/statistics`), { gold: [{ id: documentId, name }] }),
      );
    } catch (error) {
      replace(body, errorState(error, { retry: load, level: "h3" }));
    }
  };
  load();
  dialog({
    title: name ? t("stats.title-named", { name }) : t("stats.title"),
    body,
    size: "large",
    id: "statistics",
    focus: "h2",
    actions: [{ label: t("button.close") }],
  });
}

/**
 * @param {any} data as the service sends it; of a case: `documents`, each with its own figures
 * @param {{documents?: any[], gold?: {id: string, name: string}[], level?: string}} [options]
 */
export function statisticsPanel(data, { documents, gold, level = "h3" } = {}) {
  const figure = Array.isArray(data.documents) ? added(data.documents) : data;
  const kinds = Object.entries(figure.kinds ?? {}).sort((one, other) => other[1] - one[1]);
  const offered = gold ?? (documents ?? []).filter((item) => item.status === "done");
  if (documents && !data.documents.length) return nothingReviewed(offered, level);
  return h(
    "div",
    { class: "stack statistics" },
    documents && h("p", { class: "muted" }, t("stats.counted", { count: data.documents.length, total: data.analysed })),
    data.reviewed === false && h("p", { class: "muted" }, t("stats.not-approved")),
    figures([
      ...(documents ? [{ value: number(data.documents.length), label: t("stats.documents") }] : []),
      { value: number(figure.entities), label: t("stats.entities") },
      { value: number(figure.replaced), label: t("stats.replaced") },
      { value: number(figure.actions), label: t("stats.actions") },
      { value: duration(figure.seconds), label: t("stats.time"), note: t("stats.time-note") },
    ]),
    // Before the first action the result is the proposal itself.
    figure.actions > 0 && quality(figure),
    kinds.length
      ? bars({
          caption: t("stats.by-kind"),
          label: t("stats.kind"),
          unit: t("stats.count"),
          rows: kinds.map(([kind, count]) => ({ name: word(`edit.${kind}`, kind), value: count })),
        })
      : emptyState({ icon: "chart", title: t("stats.none"), text: t("stats.none-text"), level }),
    documents && data.documents.length > 1 && figure.actions > 0 && perDocument(data.documents),
    offered.length > 0 && goldPart(offered, level),
  );
}

function nothingReviewed(offered, level) {
  return h(
    "div",
    { class: "stack statistics" },
    emptyState({ icon: "chart", title: t("stats.none-approved"), text: t("stats.none-approved-text"), level }),
    offered.length > 0 && goldPart(offered, level),
  );
}

/** The figures of all documents as those of one. @param {any[]} rows */
function added(rows) {
  const sum = (key) => rows.reduce((total, row) => total + (row[key] ?? 0), 0);
  const kinds = {};
  for (const row of rows)
    for (const [kind, count] of Object.entries(row.kinds ?? {})) kinds[kind] = (kinds[kind] ?? 0) + count;
  const [proposed, replaced, right] = ["proposed", "replaced", "right"].map(sum);
  const precision = proposed ? right / proposed : 1;
  const recall = replaced ? right / replaced : 1;
  const f1 = precision + recall ? (2 * precision * recall) / (precision + recall) : 0;
  return {
    kinds,
    proposed,
    replaced,
    right,
    precision,
    recall,
    f1,
    entities: sum("entities"),
    actions: sum("actions"),
    seconds: sum("seconds"),
  };
}

/** Precision, recall and F of what was proposed; nothing to say where nothing is replaced. */
function quality({ proposed, replaced, precision, recall, f1 }) {
  if (!proposed && !replaced) return null;
  const rows = [
    { name: t("stats.precision"), note: t("stats.precision-note"), value: precision },
    { name: t("stats.recall"), note: t("stats.recall-note"), value: recall },
    { name: "F1", note: t("stats.f-note"), value: f1 },
  ];
  return bars({
    caption: t("stats.quality"),
    label: t("stats.measure"),
    unit: t("stats.share"),
    max: 1,
    rows: rows.map((row) => ({ ...row, text: percent(row.value) })),
  });
}

const perDocument = (rows) =>
  bars({
    caption: t("stats.by-document"),
    label: t("entities.document"),
    unit: t("stats.actions"),
    rows: rows.map((row) => ({ name: row.name, value: row.actions, note: duration(row.seconds) })),
  });

/** Gold holds the text with the real names in it. */
function goldPart(offered, level) {
  return h(
    "section",
    { class: "card gold" },
    h(level, null, t("stats.gold")),
    h("p", { class: "muted" }, t("stats.gold-text")),
    h(
      "ul",
      { class: "chips" },
      offered.map(({ id, name }) =>
        h(
          "li",
          null,
          h(
            "a",
            {
              class: "button small",
              href: api.url(`/documents/${encodeURIComponent(id)}/gold`),
              download: `${name.replace(/\.[^.]+$/, "") || "document"}.gold.jsonl`,
            },
            icon("download"),
            offered.length > 1 ? name : t("stats.gold-download"),
          ),
        ),
      ),
    ),
  );
}
