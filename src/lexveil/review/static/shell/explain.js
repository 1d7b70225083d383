/**
 * An error as a sentence for the user: our words for the sentences and kinds we know, the server's own message
 * (which never holds document text) where it says more.
 */

import { t, known, errorText } from "../i18n.js";

// For these the server says what exactly was wrong; our words would only be vaguer.
const SPEAKS = new Set(["bad-request", "invalid", "uncovered", "conflict"]);

/** @param {any} error */
export function explain(error) {
  const kind = error?.kind;
  if (!kind) return t("error.unexpected");
  const ours = errorText(error.coded);
  if (ours) return sentence(ours);
  if (SPEAKS.has(kind) && error.message) return sentence(error.message);
  if (known(`error.${kind}`)) return t(`error.${kind}`);
  return error.message ? sentence(error.message) : t("error.unexpected");
}

/** Why an analysis failed. @param {{error?: string, failure?: any}} document */
export function failing({ error, failure }) {
  const text = errorText(failure) ?? error;
  return text ? sentence(text) : t("error.unexpected");
}

/** @param {string} text */
export function sentence(text) {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(start) ? start : `${start}.`;
}
