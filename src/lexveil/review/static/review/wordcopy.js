/** A copy for Word, or the original with tags: fetched with its warning, and read back with its decisions. */

import { h } from "../dom.js";
import { language } from "../i18n.js";
import { explain } from "../shell/explain.js";

const TAGGED = /\.(html?|xhtml|xml|akn)$/i; // formats that a copy with tags can be had in

/** @param {any} review */
export const hasTags = ({ format }) => TAGGED.test(format ?? "");

/** @param {any} review @param {"word" | "tagged"} kind */
export async function fetchCopy(review, kind) {
  const { t, remote } = review;
  const title = t(kind === "word" ? "reviewcopy.make" : "reviewcopy.tagged");
  const sure = await review.confirm({ title, text: t("reviewcopy.sure"), action: t("export.download") });
  if (sure) h("a", { href: remote.copyAddress(language(), kind), download: "" }).click();
}

/** @param {any} review */
export function readCopy(review) {
  const { t, remote, toast } = review;
  const input = h("input", { type: "file", accept: ".docx,.html,.htm,.xhtml,.xml,.akn", class: "unseen", id: "review-copy", on: { change: read } });

  async function read() {
    const [file] = input.files;
    input.remove();
    if (!file) return;
    try {
      const { edits } = await remote.readCopy(file);
      toast(t("reviewcopy.done", { count: edits }), { kind: "good" });
    } catch (error) {
      toast(explain(error), { kind: "bad" });
    }
  }

  review.root.append(input);
  input.click();
}
