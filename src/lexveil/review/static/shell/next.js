/** The queue: the next document for whoever asks, theirs from then on. */

import { api } from "../api.js";
import { t } from "../i18n.js";
import { explain } from "./explain.js";
import { go, toDocument } from "./router.js";
import { toast } from "./toast.js";

/**
 * Goes there, or says that nothing is left.
 * @param {{project?: string, after?: string}} [from] only of this case; not this document
 */
export async function openNext({ project, after } = {}) {
  try {
    const { document } = await api.post("/next", { project: project ?? null, after: after ?? null });
    if (document) go(toDocument(document.id));
    else toast(t("next.none"));
  } catch (error) {
    toast(explain(error), { kind: "bad" });
  }
}
