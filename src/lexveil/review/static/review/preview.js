/**
 * What the document will read like: the entity's pseudonym at once, made exact by the service a moment later
 * (inflected forms, titles, names that only the final sweep finds).
 */

import { settled } from "../dom.js";
import { from, inOrder } from "./marks.js";
import { KEPT } from "./types.js";

const PAUSE = 350; // the service renders the whole document: not at every keystroke

/** @param {any} review */
export function createPreview(review) {
  const { store, remote } = review;
  /** @type {{number: number, replacements: any[]}} */
  let exact = { number: -1, replacements: [] };
  /** Entities that changed since the service rendered. @type {Set<string>} */
  let loose = new Set(store.entities.keys());
  let merged = null;
  let wanted = false;
  let asking = false;
  const listeners = new Set();

  /** All replacements in the order of the text; worked out at the first question after a change. */
  function replacements() {
    if (merged) return merged;
    const sure = exact.replacements.filter((each) => !loose.has(each.id));
    const guessed = [];
    for (const id of loose) guessed.push(...guessFor(store.entities.get(id)));
    merged = [...sure, ...guessed].sort(inOrder);
    return merged;
  }

  function guessFor(entity) {
    if (entity?.action !== "replace") return [];
    return entity.mentions
      .filter((mark) => !(mark.flags & KEPT))
      .map(({ start, end, id }) => ({ start, end, text: entity.pseudonym, id }));
  }

  const ask = settled(async () => {
    if (!wanted || asking || exact.number === store.number || store.waiting) return;
    asking = true;
    try {
      const answer = await remote.preview();
      if (answer.number === store.number && !store.waiting) take(answer);
    } catch {
      return; // the guess stands; the next change asks again
    } finally {
      asking = false;
    }
    if (exact.number !== store.number) ask();
  }, PAUSE);

  function take(answer) {
    const before = replacements();
    exact = answer;
    loose = new Set();
    merged = null;
    const places = changes(before, replacements());
    for (const listener of listeners) listener(places);
  }

  store.on("change", ({ ids }) => {
    for (const id of ids) loose.add(id);
    merged = null;
    ask();
  });
  store.on("status", ask);

  return {
    replacements,
    /** What is written in place of the mark that begins there, and perhaps of a title before it. @param {number} start */
    at(start) {
      const all = replacements();
      const last = all[from(all, start + 1) - 1];
      return last && last.end > start ? last.text : "";
    },
    /** Whether somebody looks at it: only then is the service asked. */
    want(on) {
      wanted = on;
      if (on) ask();
    },
    get exact() {
      return exact.number === store.number && !loose.size;
    },
    onExact(listener) {
      listeners.add(listener);
    },
  };
}

/** Offsets where two lists of replacements differ. */
function changes(before, after) {
  const key = ({ start, end, text }) => `${start} ${end} ${text}`;
  const old = new Set(before.map(key));
  const fresh = new Set(after.map(key));
  const differ = [
    ...before.filter((each) => !fresh.has(key(each))),
    ...after.filter((each) => !old.has(key(each))),
  ];
  return differ.map((each) => each.start);
}
