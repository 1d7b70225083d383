/** What is changed from the table of a case: an edit goes to one of the documents, and from there to all. */

import { api } from "../api.js";
import { t } from "../i18n.js";
import { explain } from "./explain.js";
import { toast } from "./toast.js";

const LOCKED = new Set(["approved", "exported"]);

/**
 * @param {any} project @param {{document: string, entity: string}[]} places where somebody is named
 * @param {Record<string, any>} command without the entity
 * @returns {Promise<boolean>} whether it was taken
 */
export async function editCase(project, places, command) {
  const states = new Map((project.documents ?? []).map((item) => [item.id, item.state]));
  const place = places.find(({ document }) => !LOCKED.has(states.get(document)));
  if (!place) return (toast(t("review.locked"), { kind: "bad" }), false);
  const path = `/documents/${encodeURIComponent(place.document)}`;
  try {
    const { number } = await api.get(path);
    const body = { base: number, command: { ...command, entity: place.entity } };
    const { also } = await api.post(`${path}/edits`, body);
    toast(t("entities.done", { count: 1 + also.length }), { kind: "good" });
    return true;
  } catch (error) {
    toast(explain(error), { kind: "bad" });
    return false;
  }
}

/**
 * @param {any} project @param {"list" | "unlist"} way @param {string[]} forms of names that stay, or do no longer
 * @returns {Promise<boolean>} whether it was taken
 */
export async function changeList(project, way, forms) {
  try {
    for (const form of forms) await api.post(`/projects/${encodeURIComponent(project.id)}/${way}`, { form });
    toast(t(`entities.changed.${way}`), { kind: "good" });
    return true;
  } catch (error) {
    toast(explain(error), { kind: "bad" });
    return false;
  }
}
