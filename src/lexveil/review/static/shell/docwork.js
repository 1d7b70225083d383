/** What is done with a document as a whole: its name, who reviews it, a problem that keeps it back. */

import { api } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { dialog } from "./dialog.js";
import { field, needed, select } from "./form.js";

const pathOf = (item) => `/documents/${encodeURIComponent(item.id)}`;

/** @param {{id: string, name: string, format: string}} item @returns {Promise<boolean>} whether it has another name */
export async function renameDocument(item) {
  const stem = item.name.slice(0, item.name.length - item.format.length);
  const name = h("input", { name: "name", maxlength: 140, autocomplete: "off", value: stem });
  const named = field({ label: t("document.name"), control: name, hint: t("document.name-hint", { suffix: item.format }) });
  return asked(t("document.rename"), named, async () => {
    const wanted = needed(named, name);
    if (!wanted) return false;
    await api.patch(pathOf(item), { name: `${wanted}${item.format}` });
    return true;
  });
}

/** @param {any} item @returns {Promise<boolean>} whether somebody was chosen */
export async function assignDocument(item) {
  const { people } = await api.get(`/projects/${encodeURIComponent(item.project)}/reviewers`);
  const who = select({ name: "assigned", value: item.assigned }, [
    ["", t("document.unassigned")],
    ...people.map((each) => [each.id, each.name]),
  ]);
  return asked(t("document.assign"), field({ label: t("document.assigned"), control: who }), async () => {
    await api.patch(pathOf(item), { assigned: who.value });
    return true;
  });
}

/** With words that say what is wrong. @param {any} item @returns {Promise<boolean>} */
export async function flagDocument(item) {
  const words = h("textarea", { name: "problem", rows: 4, maxlength: 4000 });
  const said = field({ label: t("document.problem-what"), control: words, hint: t("document.problem-hint") });
  return asked(t("document.flag"), said, async () => {
    const text = needed(said, words);
    if (!text) return false;
    await api.post(`${pathOf(item)}/notes`, { text, kind: "problem" });
    return true;
  });
}

/** What was flagged is settled, all of it. @param {any} item */
export async function settleDocument(item) {
  const { notes } = await api.get(`${pathOf(item)}/notes`);
  for (const note of notes.filter((each) => each.kind === "problem" && !each.done))
    await api.patch(`${pathOf(item)}/notes/${note.id}`, { done: true });
}

async function asked(title, body, run) {
  const opened = dialog({
    title,
    size: "small",
    body,
    actions: [
      { label: t("button.cancel"), value: false },
      { label: t("button.save"), kind: "primary", run },
    ],
  });
  return Boolean(await opened.closed);
}
