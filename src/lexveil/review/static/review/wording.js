/**
 * The reasons of the service in the language of the page.
 *
 * In: what the answers of the service say about their lines (`said`: line → key and values), then one line of a
 * decision, of a role's evidence or of a link. Out: the same in the words of the page; a line of which nothing
 * was said, or whose key we do not know, as it is.
 */

import { told } from "../i18n.js";

/** @type {Map<string, any>} every line is one of ours, so there are few */
const lines = new Map();

/** @param {Record<string, {key: string, values: Record<string, any>}> | undefined} said */
export function learn(said) {
  for (const [line, each] of Object.entries(said ?? {})) lines.set(line, each);
}

/** @param {string} line */
export const worded = (line) => told(lines.get(line)) ?? line;
