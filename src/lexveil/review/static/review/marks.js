/**
 * The marks of a document as one array in the order of the text, found by binary search.
 */

import { ACCEPTED, KEPT } from "./types.js";

/** @typedef {import("./types.js").Mark} Mark @typedef {import("./types.js").Entity} Entity */

/** All marks. @param {Iterable<Entity>} entities @returns {Mark[]} */
export function collect(entities) {
  const marks = [];
  for (const entity of entities) marks.push(...entity.mentions);
  return marks.sort(inOrder);
}

/** @param {Mark} one @param {Mark} other */
export const inOrder = (one, other) => one.start - other.start || other.end - one.end;

/**
 * The marks after some entities changed: theirs are taken out, the new ones merged in. Linear, for it runs at
 * every keystroke of a reviewer.
 * @param {Mark[]} marks @param {Set<string>} ids @param {(id: string) => Entity | undefined} entity
 */
export function exchanged(marks, ids, entity) {
  const fresh = [];
  for (const id of ids) fresh.push(...(entity(id)?.mentions ?? []));
  fresh.sort(inOrder);
  const result = [];
  let next = 0;
  for (const mark of marks) {
    if (ids.has(mark.id)) continue;
    while (next < fresh.length && inOrder(fresh[next], mark) < 0) result.push(fresh[next++]);
    result.push(mark);
  }
  while (next < fresh.length) result.push(fresh[next++]);
  return result;
}

/**
 * The index of the first item that starts at the offset or behind it.
 * @param {{start: number}[]} items in order @param {number} offset
 */
export function from(items, offset) {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle].start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * What lies in a range, cut to it; of what overlaps only the first.
 * @template {{start: number, end: number}} T
 * @param {T[]} items in order @param {number} start @param {number} end
 * @returns {{item: T, start: number, end: number}[]}
 */
export function within(items, start, end) {
  const found = [];
  let index = from(items, start);
  if (index && items[index - 1].end > start) index -= 1; // reaches in from the block before
  let at = start;
  for (; index < items.length && items[index].start < end; index += 1) {
    const item = items[index];
    const left = Math.max(item.start, start);
    const right = Math.min(item.end, end);
    if (left < at || right <= left) continue;
    found.push({ item, start: left, end: right });
    at = right;
  }
  return found;
}

const UNCERTAIN = 3;

/** Whether this occurrence stays as it is. @param {Entity} entity @param {Mark} mark */
export const stays = (entity, mark) => entity.action !== "replace" || Boolean(mark.flags & KEPT);

/**
 * Whether it stays and nothing about it is in question: then a reviewer need not look at it. A person who stays is
 * looked at until somebody has said so, for the role may be wrong; so is what may be no place or body, but a name.
 * @param {Entity} entity @param {Mark} mark @param {Set<string>} doubtful entities in doubt
 */
export function surelyStays(entity, mark, doubtful) {
  if (!stays(entity, mark)) return false;
  if (mark.flags & ACCEPTED || entity.action === "reject") return true;
  return entity.category !== "PERSON" && mark.certainty < UNCERTAIN && !doubtful.has(entity.id);
}

/** @param {Entity} entity @param {number} start the mark that begins there */
export const markAt = (entity, start) => entity.mentions.find((mark) => mark.start === start) ?? null;

/** @param {Mark} mark @returns {[number, number]} */
export const rangeOf = (mark) => [mark.start, mark.end];

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The words of a stretch of text with where they stand, whatever number is among them. */
const wordsIn = (text, start, end) =>
  [...text.slice(start, end).matchAll(WORD)].map(({ 0: word, index }) => ({
    word: word.toLowerCase().replace(/\d+/g, "0"),
    start: start + index,
    end: start + index + word.length,
  }));

/**
 * The other marks that begin or end with the words that were cut off this one, with what is left of each.
 * @param {string} text @param {Mark[]} marks @param {Mark} mark @param {[number, number]} to
 * @returns {[Mark, [number, number]][]}
 */
export function alike(text, marks, mark, [start, end]) {
  if (start < mark.start || end > mark.end) return []; // it grew
  const head = wordsIn(text, mark.start, start);
  const tail = wordsIn(text, end, mark.end);
  const cut = head.length + tail.length;
  const same = (some, others) => some.every(({ word }, index) => word === others[index].word);
  const found = [];
  for (const other of cut ? marks : []) {
    const words = other === mark ? [] : wordsIn(text, other.start, other.end);
    if (words.length <= cut) continue;
    const kept = words.slice(head.length, words.length - tail.length);
    if (!same(head, words) || !same(tail, words.slice(words.length - tail.length))) continue;
    found.push([other, [head.length ? kept[0].start : other.start, tail.length ? kept.at(-1).end : other.end]]);
  }
  return found;
}
