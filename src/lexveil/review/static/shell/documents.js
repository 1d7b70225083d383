/** The documents of a case, live: progress of the analysis, states, and what can be done with each. */

import { api } from "../api.js";
import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { badge, stateBadge, stepName } from "./badges.js";
import { confirm } from "./dialog.js";
import { createList } from "./doclist.js";
import { assignDocument, flagDocument, renameDocument, settleDocument } from "./docwork.js";
import { explain, failing } from "./explain.js";
import { openExport } from "./export.js";
import { icon } from "./icons.js";
import { menu } from "./menu.js";
import { toDocument } from "./router.js";
import { openStatistics } from "./statistics.js";
import { announce, toast } from "./toast.js";
import { uploader } from "./uploader.js";

const BUSY = new Set(["waiting", "running"]);

/** @param {{project: any, reload: () => Promise<void>}} options */
export function documentList({ project, reload }) {
  /** @type {any[]} */
  let documents = project.documents ?? [];
  /** who can review, by id @type {Map<string, string>} */
  let people = new Map();
  /** fractions of running analyses, which only the events tell @type {Map<string, number>} */
  const fractions = new Map();
  const rows = h("ul", { class: "documents", id: "documents" });
  const none = h("p", { class: "muted", hidden: true, role: "status" }, t("doclist.none"));
  const uploads = uploader({ project: project.id, onDone: reload });
  const list = createList(() => draw());
  const element = h("div", { class: "stack" }, uploads.element, list.bar, rows, none);

  function draw() {
    // An open menu or a focused button must survive a redraw of another row.
    const kept = document.activeElement?.closest?.("[data-document]")?.dataset.document;
    const control = document.activeElement?.dataset?.control;
    const shown = list.of(documents);
    none.hidden = shown.length > 0 || documents.length === 0;
    const work = { act, people, move: list.inOrder && documents.length > 1 ? move : null };
    replace(
      rows,
      shown.map((item) => row(item, fractions.get(item.id) ?? 0, work)),
    );
    uploads.prominent(documents.length === 0);
    if (kept && control)
      rows.querySelector(`[data-document="${CSS.escape(kept)}"] [data-control="${control}"]`)?.focus();
  }

  /** Up or down among the documents of the case. @param {any} item @param {number} by */
  function move(item, by) {
    const ids = documents.map((each) => each.id);
    const at = ids.indexOf(item.id);
    const [moved] = ids.splice(at, 1);
    ids.splice(Math.max(0, Math.min(ids.length, at + by)), 0, moved);
    act(api.put(`/projects/${encodeURIComponent(project.id)}/order`, { documents: ids }));
  }

  async function act(promise, done) {
    try {
      await promise;
      if (done) toast(done, { kind: "good" });
    } catch (error) {
      toast(explain(error), { kind: "bad" });
    }
    await reload().catch(() => null);
  }

  draw();
  api.get(`/projects/${encodeURIComponent(project.id)}/reviewers`).then(
    (answer) => ((people = new Map(answer.people.map((each) => [each.id, each.name]))), draw()),
    () => null, // then nobody is named beside a document
  );
  return {
    element,
    update(fresh) {
      documents = fresh.documents ?? [];
      draw();
    },
    /**
     * What an event told. @param {{document: string, status: string, step?: string, fraction?: number}} data
     * @returns {boolean} whether the list should be fetched anew
     */
    progress(data) {
      const item = documents.find((each) => each.id === data.document);
      if (!item) return true;
      const before = item.status;
      Object.assign(item, { status: data.status, step: data.step ?? item.step });
      if (typeof data.fraction === "number") fractions.set(item.id, data.fraction);
      if (before !== item.status && item.status === "done")
        announce(t("document.analysed", { name: item.name }));
      const shown = rows.querySelector(`[data-document="${CSS.escape(item.id)}"] .document-progress`);
      if (shown && BUSY.has(item.status)) replace(shown, progress(item, fractions.get(item.id) ?? 0));
      return before !== item.status;
    },
    /** @param {string} id @param {Record<string, any>} facts */
    differs(id, facts) {
      const item = documents.find((each) => each.id === id);
      return !item || Object.entries(facts).some(([key, value]) => item[key] !== value);
    },
    close: uploads.close,
  };
}

function row(item, fraction, { act, people, move }) {
  const path = `/documents/${encodeURIComponent(item.id)}`;
  const open = item.status === "done";
  return h(
    "li",
    { class: "document card", dataset: { document: item.id, status: item.status } },
    h(
      "span",
      { class: "document-sign", "aria-hidden": "true" },
      icon("file"),
      h("small", null, (item.format ?? "").replace(".", "")),
    ),
    h(
      "div",
      { class: "document-main" },
      h(
        "h2",
        null,
        h("a", { class: "cover", href: toDocument(item.id), dataset: { control: "open" } }, item.name),
      ),
      h(
        "div",
        { class: "document-progress" },
        BUSY.has(item.status) ? progress(item, fraction) : facts(item, people),
      ),
    ),
    h(
      "div",
      { class: "document-state" },
      item.problems > 0 && badge("bad", t("document.problem")),
      open ? stateBadge(item.state) : BUSY.has(item.status) ? null : badge("bad", t(`status.${item.status}`)),
    ),
    h("div", { class: "document-actions" }, actions(item, path, act, move)),
  );
}

function progress(item, fraction) {
  return [
    h("progress", {
      max: 1,
      value: item.status === "waiting" ? undefined : fraction || undefined,
      "aria-label": t("document.progress", { name: item.name }),
    }),
    h("p", { class: "muted" }, stepName(item.status, item.step)),
  ];
}

function facts(item, people) {
  if (item.status === "failed")
    return h("p", { class: "bad-text" }, failing(item));
  if (item.status === "cancelled") return h("p", { class: "muted" }, t("document.cancelled"));
  const parts = [
    t("document.entities", { count: item.entities }),
    t("document.mentions", { count: item.mentions }),
  ];
  return h(
    "p",
    { class: "muted" },
    parts.join(" · "),
    item.doubts > 0 && [
      " · ",
      h("span", { class: "warn-text" }, t("document.doubts", { count: item.doubts })),
    ],
    item.comments > 0 && [" · ", t("document.comments", { count: item.comments })],
    people.has(item.assigned) && [" · ", h("span", { class: "assignee" }, icon("user"), people.get(item.assigned))],
    item.same_as && [
      " · ",
      h("span", { class: "warn-text", dataset: { testid: "same-file" } }, t("document.same-as", { name: item.same_as })),
    ],
  );
}

function actions(item, path, act, move) {
  if (BUSY.has(item.status))
    return h(
      "button",
      {
        class: "small",
        type: "button",
        dataset: { control: "cancel" },
        "aria-label": t("document.cancel-named", { name: item.name }),
        on: { click: () => act(api.delete(`${path}/analysis`)) },
      },
      icon("stop"),
      t("button.cancel"),
    );
  const more = h(
    "button",
    {
      class: "plain icon-only",
      type: "button",
      dataset: { control: "more" },
      "aria-label": t("document.more", { name: item.name }),
    },
    icon("more"),
  );
  const done = item.status === "done";
  menu(
    more,
    () =>
      [
        done && {
          label: t("document.export"),
          icon: "download",
          run: () => openExport(item.id, { onDone: () => act(Promise.resolve()) }),
        },
        done && {
          label: t("document.statistics"),
          icon: "chart",
          run: () => openStatistics(item.id, { name: item.name }),
        },
        "-",
        { label: t("document.rename"), icon: "edit", run: () => then(renameDocument(item), act) },
        { label: t("document.assign"), icon: "user", run: () => then(assignDocument(item), act) },
        item.problems > 0
          ? { label: t("document.unflag"), icon: "check", run: () => act(settleDocument(item)) }
          : { label: t("document.flag"), icon: "alert", run: () => then(flagDocument(item), act) },
        move && { label: t("document.up"), run: () => move(item, -1) },
        move && { label: t("document.down"), run: () => move(item, 1) },
        "-",
        {
          label: t("document.again"),
          icon: "retry",
          disabled: !item.original,
          note: item.original ? "" : t("document.gone"),
          run: () => again(item, path, act),
        },
        "-",
        { label: t("document.remove"), icon: "trash", danger: true, run: () => remove(item, path, act) },
      ].filter(Boolean),
    { align: "end" },
  );
  return [
    item.out_of_step && outOfStep(item, path, act),
    !done &&
      h(
        "button",
        {
          class: "small",
          type: "button",
          dataset: { control: "retry" },
          "aria-label": t("document.retry-named", { name: item.name }),
          on: { click: () => act(api.post(`${path}/analysis`)) },
        },
        icon("retry"),
        t("button.retry"),
      ),
    more,
  ];
}

/** It went out as it was; since then the case says something else. Taken back, corrected, and exported anew. */
const outOfStep = (item, path, act) =>
  h(
    "button",
    {
      class: "small warn",
      type: "button",
      dataset: { control: "out-of-step" },
      title: t("document.out-of-step-text"),
      "aria-label": t("document.out-of-step-named", { name: item.name }),
      on: {
        click: async () => {
          const moved = api.post(`${path}/state`, { to: "in review" });
          await act(moved);
          if (await moved.then(() => true, () => false)) openExport(item.id, { onDone: () => act(Promise.resolve()) });
        },
      },
    },
    icon("retry"),
    t("document.out-of-step"),
  );

/** What was asked in a dialog is shown, unless it was left. */
async function then(asked, act) {
  try {
    if (await asked) await act(Promise.resolve());
  } catch (error) {
    toast(explain(error), { kind: "bad" });
  }
}

async function again(item, path, act) {
  const sure =
    item.number === 0 ||
    (await confirm({
      title: t("document.again"),
      text: t("document.again-text"),
      action: t("document.again"),
      danger: true,
    }));
  if (sure) await act(api.post(`${path}/analysis`));
}

async function remove(item, path, act) {
  const sure = await confirm({
    title: t("document.remove-title", { name: item.name }),
    text: t("document.remove-text"),
    action: t("document.remove"),
    danger: true,
    run: () => api.delete(path).then(() => true),
  });
  if (sure) await act(Promise.resolve(), t("document.removed"));
}
