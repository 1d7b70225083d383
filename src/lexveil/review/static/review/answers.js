/** The words of an answer to a doubt. */

import { roleName } from "../shell/categories.js";
import { nameOf } from "./names.js";

/** @param {any} review @param {{code: string, entity: string, place: [number, number] | null, role: string}} answer */
export function answerText(review, { code, entity: id, place, role }) {
  const { t, text, store } = review;
  const entity = store.entities.get(id);
  const name = entity ? nameOf(entity, text.text) : "";
  const page = entity ? pageOf(text, entity.mentions[0]?.start ?? 0) : 0;
  const words = place ? text.text.slice(...place).replace(/\s+/g, " ") : name;
  if (code === "is") return page ? t("review.answer.is-page", { name, page }) : t("review.answer.is", { name });
  return t(`review.answer.${code}`, { name, words, role: roleName(role) });
}

/** The page on which an offset lies, where the document has pages. */
function pageOf({ blocks }, offset) {
  let page = 0;
  for (const block of blocks) {
    if (block.start > offset) break;
    if (block.kind === "page") page += 1;
  }
  return page;
}
