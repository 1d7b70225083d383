/** A copy for people who live in Word: fetched with its warning, and read back with its decisions. */

import { h } from "../dom.js";
import { language } from "../i18n.js";
import { explain } from "../shell/explain.js";

/** @param {any} review */
export async function fetchCopy(review) {
  const { t, remote } = review;
  const sure = await review.confirm({ title: t("reviewcopy.make"), text: t("reviewcopy.sure"), action: t("export.download") });
  if (sure) h("a", { href: remote.copyAddress(language()), download: "" }).click();
}

/** @param {any} review */
export function readCopy(review) {
  const { t, remote, toast } = review;
  const input = h("input", { type: "file", accept: ".docx", class: "unseen", id: "review-copy", on: { change: read } });

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
