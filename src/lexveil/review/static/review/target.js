/**
 * What the reviewer is at: an entity and, where there is one, the occurrence. Everything else (card, table,
 * keys, mini-map) follows it.
 */

/** @typedef {{id: string | null, start: number | null}} Target */

export function createTarget(store) {
  /** @type {Target} */
  let now = { id: null, start: null };
  const listeners = new Set();
  let still = false;

  const target = {
    get now() {
      return now;
    },
    /** @returns {import("./types.js").Entity | null} */
    get entity() {
      return (now.id && store.entities.get(now.id)) || null;
    },
    /** @returns {import("./types.js").Mark | null} */
    get mark() {
      return target.entity?.mentions.find((mark) => mark.start === now.start) ?? null;
    },
    /** Which of the entity's occurrences it is, from 0; -1: none of them. */
    get index() {
      return target.entity?.mentions.findIndex((mark) => mark.start === now.start) ?? -1;
    },
    /** @param {string | null} id @param {number | null} start @param {string} by what moved it: document, table … */
    set(id, start = null, by = "") {
      if (now.id === id && now.start === start) return;
      const before = now;
      now = { id, start };
      for (const listener of listeners) listener(now, before, by);
    },
    /** Something under the focus is painted anew: the focus only seems to move. */
    steady(call) {
      still = true;
      call();
      still = false;
    },
    get isSteady() {
      return still;
    },
    onMove(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return target;
}
