/**
 * The elements a document is shown in, still without marks.
 *
 * In: the blocks of a document. Out: one element per unit, with the text in it as it is, so that the
 * browser's own search finds everything, and an estimate of its height, so that the scroll bar is right long
 * before anything was laid out.
 */

import { h } from "../dom.js";
import { unitsOf } from "./blocks.js";

/** @typedef {import("./types.js").Block} Block */
/**
 * @typedef {object} Unit
 * @property {HTMLElement} element
 * @property {number} first index of its first block
 * @property {number} last behind its last block
 * @property {HTMLElement[]} cells the element of each block
 * @property {boolean} near close enough to be seen soon
 * @property {boolean} stale to be painted before it is seen
 */

const RUN = 3; // blocks that nobody sees: so many in a row are folded away
const LINE = 28; // pixels of a line of text, with the type of tokens.css
const LETTER = 7.9; // and of a letter of it, on average

/**
 * @param {string} text @param {Block[]} blocks
 * @param {{width: number, words: (block: Block) => string, open: (block: Block) => boolean, t: Function}} options
 *   open: whether a block is to be seen although a reader of the document does not see it
 * @returns {{fragment: DocumentFragment, units: Unit[]}}
 */
export function lay(text, blocks, { width, words, open, t }) {
  const fragment = document.createDocumentFragment();
  const units = [];
  const letters = Math.max(20, width / LETTER);
  const folds = foldsOf(blocks);
  let fold = null;
  let table = null;
  let page = 0;
  for (const { first, last, table: number } of unitsOf(blocks)) {
    const parts = blocks.slice(first, last);
    if (parts[0].kind === "page") page += 1;
    const cells = parts.map((block) => shell(block, { t, page }));
    cells.forEach((cell, index) => parts[index].kind !== "page" && (cell.textContent = words(parts[index])));
    const element = number === null ? cells[0] : row(cells, parts);
    element.style.containIntrinsicSize = `auto ${height(text, parts, letters)}px`;
    if (folds.has(first)) {
      if (fold?.of !== folds.get(first)) fragment.append((fold = folded(folds.get(first), t)).element);
      fold.element.open ||= open(parts[0]);
      fold.element.append(element);
      table = null;
    } else if (number === null) {
      table = null;
      fragment.append(element);
    } else {
      if (table?.number !== number) fragment.append((table = start(number, blocks, first)).element);
      element.style.gridTemplateColumns = table.columns;
      table.element.append(element);
    }
    units.push({ element, first, last, cells, near: false, stale: true });
  }
  return { fragment, units };
}

/**
 * What no reader of the document sees, in longer runs: styles, addresses, ids, what the file says of itself.
 * @param {Block[]} blocks @returns {Map<number, {kind: string, count: number}>} index of a block → its run
 */
function foldsOf(blocks) {
  const found = new Map();
  for (let first = 0, last; first < blocks.length; first = last) {
    last = first + 1;
    const kind = blocks[first].hidden;
    if (!kind || blocks[first].cell) continue;
    while (blocks[last]?.hidden === kind && !blocks[last].cell) last += 1;
    if (last - first < RUN) continue;
    const run = { kind, count: last - first };
    for (let index = first; index < last; index += 1) found.set(index, run);
  }
  return found;
}

const folded = (run, t) => ({
  of: run,
  element: h(
    "details",
    { class: "fold", dataset: { testid: "fold" } },
    h("summary", null, t(`review.fold.${run.kind}`, { count: run.count })),
  ),
});

function shell({ kind, cell, hidden, region }, { t, page }) {
  if (kind === "page")
    return h(
      "div",
      { class: "page-break", role: "separator", "aria-label": t("review.page", { page }) },
      h("span", null, t("review.page", { page })),
    );
  const level = /^heading (\d)/.exec(kind)?.[1];
  const tag = level ? `h${Math.min(6, Number(level) + 1)}` : "p";
  return h(tag, {
    class: ["block", level ? `heading heading-${level}` : cell ? "in-cell" : kind, hidden && "concealed"],
    dataset: { note: [region && t(`region.${region}`), hidden && t("review.concealed")].filter(Boolean).join(" · ") || null },
  });
}

/** Paragraphs of one cell stay together; a cell without text has no block, so each says its column. */
function row(blocks, parts) {
  const element = h("div", { class: "table-row", role: "row" });
  let column = -1;
  let behind = 0; // the column after the last cell
  blocks.forEach((block, index) => {
    const [, , own, wide = 1] = parts[index].cell;
    if (own !== column) {
      for (; behind < own; behind += 1) element.append(cell(behind, 1));
      element.append(cell(own, wide));
      behind = own + wide;
    }
    element.lastElementChild.append(block);
    column = own;
  });
  return element;
}

const cell = (column, wide) =>
  h("div", {
    class: "cell",
    role: "cell",
    "aria-colspan": wide > 1 ? String(wide) : null,
    style: { "grid-column": `${column + 1} / span ${wide}` },
  });

/** A table begins; its columns are as wide as what they hold asks for. */
function start(number, blocks, first) {
  const widest = [];
  for (let index = first; blocks[index]?.cell?.[0] === number; index += 1) {
    const [, , column, wide = 1] = blocks[index].cell;
    const length = (blocks[index].end - blocks[index].start) / wide;
    for (let each = column; each < column + wide; each += 1)
      widest[each] = Math.max(widest[each] ?? 1, Math.min(length, 80));
  }
  const columns = Array.from(widest, (length) => `minmax(0, ${Math.sqrt(length ?? 1).toFixed(1)}fr)`).join(
    " ",
  );
  return { number, columns, element: h("div", { class: "table", role: "table" }) };
}

function height(text, blocks, letters) {
  const lines = blocks.map(({ start, end }) => {
    let count = 0;
    for (let at = start; at <= end;) {
      const stop = text.indexOf("\n", at);
      const to = stop < 0 || stop > end ? end : stop;
      count += Math.max(1, Math.ceil((to - at) / (letters / blocks.length)));
      at = to + 1;
    }
    return count;
  });
  return Math.max(...lines) * LINE;
}
