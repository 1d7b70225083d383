/**
 * Which entities the table lists, and in which order. Pure: entities in, rows out.
 */

import { compare } from "../i18n.js";
import { categoryName, roleName } from "../shell/categories.js";
import { hasRole, nameOf, shownRole, standing } from "./names.js";

/** @typedef {import("./types.js").Entity} Entity */
/** @typedef {{kind: "entity", entity: Entity} | {kind: "group", label: string, count: number}} Row */
/**
 * @typedef {object} Order
 * @property {string} sort a column
 * @property {1 | -1} direction
 * @property {string} filter one of FILTERS
 * @property {string} query
 * @property {boolean} grouped by role
 */

/** @type {Record<string, (entity: Entity, doubtful: Set<string>) => boolean>} */
const PASSES = {
  all: () => true,
  replaced: (entity) => entity.action === "replace",
  open: (entity) => entity.action === "replace" && (entity.state === "proposed" || entity.state === "partly"),
  doubt: (entity, doubtful) => doubtful.has(entity.id),
  stays: (entity) => entity.action === "keep",
  rejected: (entity) => entity.action === "reject",
};

export const FILTERS = Object.keys(PASSES);

/** What a column is sorted by; numbers as numbers, words as the language orders them. */
const KEYS = {
  // As in the text, but what is replaced comes first: it is what the reviewer is here for.
  place: (entity) => (entity.mentions[0]?.start ?? 0) + (entity.action === "replace" ? 0 : 1e9),
  name: (entity, text) => nameOf(entity, text),
  base: (entity, text) => entity.base || nameOf(entity, text),
  pseudonym: (entity) => entity.pseudonym || "\uffff",
  category: (entity) => categoryName(entity.category),
  role: (entity) => shownRole(entity) || "\uffff",
  count: (entity) => -entity.mentions.length,
  certainty: (entity) => -entity.certainty,
  state: (entity) => ["proposed", "partly", "accepted", "stays", "rejected"].indexOf(standing(entity)),
};

/**
 * @param {Iterable<Entity>} entities @param {string} text @param {Order} order @param {Set<string>} doubtful
 * @param {Map<string, any>} keys what the entities were sorted by before: a row must not run away while it is
 *   worked on, so they hold until the order is chosen anew
 * @returns {Row[]}
 */
export function rowsOf(entities, text, order, doubtful, keys) {
  const needle = folded(order.query);
  const chosen = [];
  for (const entity of entities)
    if (PASSES[order.filter](entity, doubtful) && (!needle || matches(entity, text, needle)))
      chosen.push(entity);
  const sorted = sort(chosen, text, order, keys);
  return order.grouped ? groups(sorted) : sorted.map((entity) => ({ kind: "entity", entity }));
}

function sort(entities, text, { sort: column, direction }, keys) {
  const keyed = entities.map((entity) => {
    if (!keys.has(entity.id)) keys.set(entity.id, KEYS[column](entity, text));
    return { entity, key: keys.get(entity.id), place: entity.mentions[0]?.start ?? 0 };
  });
  keyed.sort((one, other) => {
    const by = typeof one.key === "number" ? one.key - other.key : compare(one.key, other.key);
    return by * direction || one.place - other.place;
  });
  return keyed.map(({ entity }) => entity);
}

/** Under their roles; what has none under its category. */
function groups(entities) {
  const byLabel = new Map();
  for (const entity of entities) {
    const label = hasRole(entity.category) ? roleName(entity.role) : categoryName(entity.category);
    const rank = hasRole(entity.category) ? 0 : 1;
    if (!byLabel.has(label)) byLabel.set(label, { rank, entities: [] });
    byLabel.get(label).entities.push(entity);
  }
  const ordered = [...byLabel].sort(([one, a], [other, b]) => a.rank - b.rank || compare(one, other));
  return ordered.flatMap(([label, group]) => [
    { kind: "group", label, count: group.entities.length },
    ...group.entities.map((entity) => ({ kind: "entity", entity })),
  ]);
}

/** How many entities each filter would list. */
export function tally(entities, doubtful) {
  const counts = Object.fromEntries(FILTERS.map((name) => [name, 0]));
  for (const entity of entities)
    for (const name of FILTERS) if (PASSES[name](entity, doubtful)) counts[name] += 1;
  return counts;
}

function matches(entity, text, needle) {
  const words = [
    nameOf(entity, text),
    entity.base ?? "",
    entity.pseudonym,
    categoryName(entity.category),
    shownRole(entity),
  ];
  if (words.some((word) => folded(word).includes(needle))) return true;
  return entity.mentions.some(({ start, end }) => folded(text.slice(start, end)).includes(needle));
}

/** Without case and accents. @param {string} word */
export const folded = (word) =>
  word.normalize("NFD").replace(/\p{M}/gu, "").replace(/\s+/g, " ").toLowerCase();
