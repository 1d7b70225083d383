/**
 * The document in its own structure: blocks as the service sends them, and the units the page lays out.
 *
 * A unit is what is painted at once and skipped while it is far away: a paragraph, or a row of a table.
 * Every character that is not white space is in exactly one block, whatever the service leaves out: a
 * reviewer must be able to see all of the text.
 */

/** @typedef {import("./types.js").Block} Block */

const LONG = 4000; // a block of more characters is laid out in pieces, cut at its line breaks

/** @param {any} raw as the service tells it, in code points @param {(point: number) => number} inward @returns {Block[]} */
export function blocksOf({ text, blocks: raw = [], hidden = [], regions = [] }, inward) {
  const zones = (told) => told.map(([start, end, kind]) => [inward(start), inward(end), kind]).sort((a, b) => a[0] - b[0]);
  const sorted = raw
    .map(([start, end, kind, cell]) => ({ start: inward(start), end: inward(end), kind, cell: cell ?? null }))
    .sort((one, other) => one.start - other.start || rank(one) - rank(other) || other.end - one.end);
  /** @type {Block[]} */
  const blocks = [];
  let at = 0;
  for (const [index, block] of sorted.entries()) {
    if (block.kind === "page") {
      gap(blocks, text, at, block.start);
      at = Math.max(at, block.start);
      blocks.push({ ...block, end: block.start });
      // A page that holds other blocks only marks where it begins.
      if (sorted[index + 1]?.start < block.end) continue;
      block.kind = "p";
    }
    const start = Math.max(block.start, at);
    if (block.end <= start) continue;
    gap(blocks, text, at, start);
    pieces(blocks, text, { ...block, start });
    at = block.end;
  }
  gap(blocks, text, at, text.length);
  const unseen = kindsOf(blocks, zones(hidden));
  const parts = kindsOf(blocks, zones(regions));
  return blocks.map((block, index) => ({
    ...block,
    hidden: unseen[index],
    region: parts[index] === parts[index - 1] ? "" : parts[index],
  }));
}

/** A page begins before what stands on it. */
const rank = ({ kind }) => (kind === "page" ? 0 : 1);

/** Text that no block holds. @param {Block[]} blocks */
function gap(blocks, text, start, end) {
  if (start >= end) return;
  for (const part of text.slice(start, end).matchAll(/\S(?:(?!\n\s*\n)[^])*/g)) {
    const from = start + part.index;
    const to = from + part[0].trimEnd().length;
    pieces(blocks, text, { start: from, end: to, kind: "p", cell: null });
  }
}

function pieces(blocks, text, block) {
  let { start } = block;
  while (block.end - start > LONG && block.kind !== "cell") {
    const cut = text.lastIndexOf("\n", start + LONG);
    if (cut <= start) break;
    blocks.push({ ...block, start, end: cut });
    start = cut + 1;
  }
  blocks.push({ ...block, start });
}

/** The kind of the zone that each block lies in, or ""; both lists are in the order of the text. */
function kindsOf(blocks, zones) {
  let at = 0;
  return blocks.map((block) => {
    while (at < zones.length && zones[at][1] <= block.start) at += 1;
    const zone = zones[at];
    const within = Boolean(zone) && zone[0] <= block.start && zone[1] >= block.end && block.end > block.start;
    return within ? zone[2] : "";
  });
}

/**
 * Blocks that are laid out together: the cells of one row of a table, else one block.
 * @param {Block[]} blocks
 * @returns {{first: number, last: number, table: number | null}[]} indices, `last` not included
 */
export function unitsOf(blocks) {
  const units = [];
  for (let index = 0; index < blocks.length;) {
    const cell = blocks[index].cell;
    let last = index + 1;
    if (cell) {
      const same = (other) => other && other[0] === cell[0] && other[1] === cell[1];
      while (last < blocks.length && same(blocks[last].cell)) last += 1;
    }
    units.push({ first: index, last, table: cell ? cell[0] : null });
    index = last;
  }
  return units;
}

/**
 * The index of the block that holds the offset, or the next one.
 * @param {Block[]} blocks @param {number} offset
 */
export function blockAt(blocks, offset) {
  let low = 0;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (blocks[middle].end <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
