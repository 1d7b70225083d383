/** What the page calls things: an entity by its fullest form, its roles, its state, its reasons. */

import { choiceName, rolesOf } from "../shell/roles.js";

/** @typedef {import("./types.js").Entity} Entity */

/** @type {WeakMap<Entity, string>} an entity is never changed, only exchanged */
const known = new WeakMap();

/**
 * The fullest form of an entity's name: most words, then most often, then longest.
 * @param {Entity} entity @param {string} text
 */
export function nameOf(entity, text) {
  const kept = known.get(entity);
  if (kept !== undefined) return kept;
  const counts = new Map();
  for (const { start, end } of entity.mentions) {
    const form = text.slice(start, end).replace(/\s+/g, " ");
    counts.set(form, (counts.get(form) ?? 0) + 1);
  }
  let best = "";
  let weight = -1;
  for (const [form, count] of counts) {
    const shouting = form.length > 4 && form === form.toUpperCase(); // headings shout; people are not called so
    const own =
      form.split(" ").length * 1e6 + count * 1e3 + Math.min(form.length, 999) - (shouting ? 5e6 : 0);
    if (own > weight || weight < 0) [best, weight] = [form, own];
  }
  known.set(entity, best);
  return best;
}

/** Whether what is of this category has a role worth showing. @param {string} category */
export const hasRole = (category) => rolesOf(category).length > 0;

/** The role, of a party with its side: Party (claimant). @param {Entity} entity */
export function shownRole(entity) {
  return hasRole(entity.category) ? choiceName(entity) : "";
}

/**
 * What became of an entity, in one word: rejected, stays, accepted, partly, proposed.
 * @param {Entity} entity
 */
export function standing(entity) {
  if (entity.action === "reject") return "rejected";
  if (entity.action === "keep") return "stays";
  return entity.state === "rejected" ? "proposed" : entity.state;
}
