/**
 * All documents of a case as one archive. Each is exported by itself, past its own leak check, so what is refused
 * is told and left out, and the others go on.
 */

import { api } from "../api.js";
import { h, replace } from "../dom.js";
import { bytes, language, t } from "../i18n.js";
import { dialog } from "./dialog.js";
import { explain } from "./explain.js";
import { tick } from "./form.js";
import { icon } from "./icons.js";

const FORMATS = ["own", "report"];

/** @param {any} project @returns {Promise<boolean>} whether something was exported */
export async function openExportAll(project) {
  const documents = (project.documents ?? []).filter((item) => item.status === "done");
  const finished = tick({ name: "finished", label: t("exportall.finished"), checked: true });
  const report = tick({ name: "report", label: t("exportall.report"), checked: true });
  const body = h("div", { class: "stack" }, h("p", null, t("exportall.text", { count: documents.length })), finished, report);
  let stopped = false;
  let made = false;
  const shown = dialog({
    title: t("exportall.title"),
    body,
    id: "export-all",
    actions: [
      { label: t("button.cancel"), value: null },
      {
        label: t("exportall.start"),
        kind: "primary",
        id: "export-all-start",
        disabled: documents.length === 0,
        run: () => (run(documents, !finished.input.checked), false),
      },
    ],
  });
  shown.closed.then(() => (stopped = true));

  const exports = [];

  /** @param {any[]} items @param {boolean} despite what is open in them */
  async function run(items, despite) {
    const asked = { formats: FORMATS.slice(0, report.input.checked ? 2 : 1), despite_open: despite };
    const bar = h("progress", { max: items.length, value: 0, "aria-label": t("exportall.title") });
    const words = h("p", { class: "muted", role: "status" });
    const refused = h("ul", { class: "plain-list", dataset: { testid: "export-all-refused" } });
    const open = [];
    replace(body, bar, words, refused);
    shown.setActions([{ label: t("button.cancel"), value: null }]);
    for (const [index, item] of items.entries()) {
      if (stopped) return;
      words.textContent = t("exportall.at", { index: index + 1, total: items.length });
      try {
        exports.push((await api.post(`/documents/${encodeURIComponent(item.id)}/export`, asked)).export);
        made = true;
      } catch (error) {
        refused.append(h("li", { class: "bad-text" }, h("b", null, item.name), ": ", explain(error)));
        if (error.coded?.code === "service.open" && !despite) open.push(item);
      }
      bar.value = index + 1;
    }
    await finish(open, words, bar);
  }

  /** What is open somewhere is no dead end: those documents can go out all the same. */
  async function finish(open, words, bar) {
    bar.remove();
    words.textContent = t("exportall.done", { count: exports.length, total: documents.length });
    const again = { label: t("export.open.despite"), id: "export-all-despite", run: () => (run(open, true), false) };
    const done = { label: t("button.done"), kind: "primary", id: "export-all-done", value: true };
    shown.setActions(open.length ? [again, done] : [done]);
    if (!exports.length) return;
    try {
      const path = `/projects/${encodeURIComponent(project.id)}/archive`;
      const archive = await api.post(path, { exports, language: language() });
      const [file] = archive.files;
      const link = h(
        "a",
        {
          class: "button primary",
          id: "archive",
          href: api.url(`/exports/${encodeURIComponent(archive.export)}/${encodeURIComponent(file.name)}`),
          download: file.name,
        },
        icon("download"),
        `${file.name} · ${bytes(file.size)}`,
      );
      words.after(h("p", null, link));
      link.focus();
    } catch (error) {
      shown.fail(error);
    }
  }

  await shown.closed;
  return made;
}
