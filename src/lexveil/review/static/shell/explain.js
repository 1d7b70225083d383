/**
 * An error as a sentence for the user: our words for the sentences and kinds we know, the server's own message
 * (which never holds document text) where it says more.
 */

import { t, known, told } from "../i18n.js";

// For these the server says what exactly was wrong; our words would only be vaguer.
const SPEAKS = new Set(["bad-request", "invalid", "uncovered", "conflict"]);

/** @param {any} error */
export function explain(error) {
  const kind = error?.kind;
  if (!kind) return t("error.unexpected");
  const ours = told(error.said);
  if (ours) return ours;
  if (SPEAKS.has(kind) && error.message) return sentence(error.message);
  if (known(`error.${kind}`)) return t(`error.${kind}`);
  return error.message ? sentence(error.message) : t("error.unexpected");
}

/** Why an analysis failed. @param {{error?: string, said?: any}} document */
export const failing = ({ error, said }) =>
  told(said) ?? (error ? sentence(error) : t("error.unexpected"));

/** @param {string} text */
export function sentence(text) {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(start) ? start : `${start}.`;
}
