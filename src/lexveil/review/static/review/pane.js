/**
 * A scrolling view of the document. Paragraphs are painted when they come near the window, and again only
 * when something in them changed: cost follows what is seen, not the length of the document.
 */

import { framed, h } from "../dom.js";
import { blockAt } from "./blocks.js";
import { within } from "./marks.js";
import { paint, wordsOf } from "./paint.js";
import { lay } from "./structure.js";

const AHEAD = "900px 0px"; // how far beyond the window is painted
const AT_ONCE = 24; // units that are there when the page first shows
const LIFT = 0.3; // of the height that is seen: so far below its top is what is jumped to

/**
 * @param {any} review
 * @param {{mode: string, label: string, id: string}} options
 */
export function createPane(review, { mode, label, id }) {
  const { store, text, t } = review;
  const sheet = h("div", { class: "sheet", lang: text.language });
  const scroller = h(
    "div",
    { class: "scroller", id, role: "region", "aria-label": label, tabindex: "0", dataset: { mode } },
    sheet,
  );
  const scene = {
    mode,
    text: text.text,
    hides: review.hides,
    picked: (start) => Boolean(review.table?.picking.hasPlace(start)),
    get target() {
      return review.target.now;
    },
    marks: () => store.marks,
    replacements: () => review.preview.replacements(),
    replacementAt: (start) => review.preview.at(start),
    number: (id) => store.numberOf(id),
    entity: (id) => store.entities.get(id),
  };
  /** @type {import("./structure.js").Unit[]} */
  let units = [];
  /** @type {Int32Array} block → unit */
  let owner = new Int32Array(0);
  let started = false;
  const painted = new Set();

  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        const unit = entry.target.unit;
        unit.near = entry.isIntersecting;
        if (unit.near && unit.stale) paintUnit(unit);
      }
      told();
    },
    { root: scroller, rootMargin: AHEAD },
  );
  const told = framed(() => painted.forEach((call) => call()));

  /** Build once the pane has its width. */
  function start() {
    if (started) return;
    started = true;
    const width = Math.min(760, sheet.clientWidth || 700);
    const laid = lay(text.text, text.blocks, { width, words: (block) => wordsOf(block, scene), open: named, t });
    units = laid.units;
    owner = new Int32Array(text.blocks.length);
    units.forEach((unit, index) => owner.fill(index, unit.first, unit.last));
    for (const unit of units.slice(0, AT_ONCE)) paintUnit(unit);
    sheet.replaceChildren(laid.fragment);
    for (const unit of units) {
      unit.element.unit = unit;
      observer.observe(unit.element);
    }
  }

  /** Whether something is marked there that a reviewer looks at. */
  const named = ({ start, end }) =>
    within(scene.marks(), start, end).some(({ item }) => !review.hides(scene.entity(item.id), item));

  function paintUnit(unit) {
    unit.stale = false;
    const held = focusedIn(unit.element);
    unit.cells.forEach((cell, index) => paint(cell, text.blocks[unit.first + index], scene));
    const again = held && find(unit, held);
    if (!again) return;
    again.tabIndex = 0;
    review.target.steady(() => again.focus({ preventScroll: true }));
  }

  function focusedIn(element) {
    const active = document.activeElement;
    return active instanceof HTMLElement && active !== element && element.contains(active)
      ? active.dataset.at
      : null;
  }

  const find = (unit, at) => unit.element.querySelector(`[data-at="${at}"]`);
  const unitAt = (offset) => units[owner[blockAt(text.blocks, offset)]];

  function touch(unit) {
    if (!unit) return;
    unit.stale = true;
    if (unit.near) paintUnit(unit);
  }

  /** @param {Iterable<number>} places offsets where something looks different now */
  function refresh(places) {
    const touched = new Set();
    for (const offset of places) touched.add(unitAt(offset));
    touched.forEach(touch);
    told();
  }

  function refreshAll() {
    for (const unit of units) {
      unit.stale = true;
      if (unit.near || unit.element.contains(document.activeElement)) paintUnit(unit);
    }
    told();
  }

  /** What is far away holds the words of this view, or the browser's search would find those of another. */
  function reword() {
    for (const unit of units) {
      if (!unit.stale) continue;
      unit.cells.forEach((cell, index) => {
        const block = text.blocks[unit.first + index];
        if (block.kind !== "page") cell.textContent = wordsOf(block, scene);
      });
    }
  }

  /** What is seen of it: in a low window the page scrolls, and the bar of doubts stays over the text. */
  function frame() {
    const own = scroller.getBoundingClientRect();
    const bar = review.doubts.banner.getBoundingClientRect();
    return { top: Math.max(own.top, bar.bottom), bottom: Math.min(own.bottom, window.innerHeight) };
  }

  /**
   * Bring an offset into view, over the middle, for its card goes below; what lies between is still unmeasured,
   * so the place is corrected until it holds.
   * @param {number} offset
   * @returns {HTMLElement | null} the mark that begins there
   */
  function reveal(offset) {
    const unit = unitAt(offset);
    if (!unit) return null;
    const fold = unit.element.closest("details");
    if (fold) fold.open = true;
    if (unit.stale) paintUnit(unit);
    const aim = () => find(unit, offset) ?? unit.element;
    if (inView(aim())) return find(unit, offset);
    const step = (left) => {
      aim().scrollIntoView({ block: "center", behavior: "instant" });
      const { top, bottom } = frame();
      const away = aim().getBoundingClientRect().top - (top + (bottom - top) * LIFT);
      scroller.scrollBy({ top: away, behavior: "instant" });
      if (left) requestAnimationFrame(() => !inView(aim()) && step(left - 1));
    };
    step(3);
    return find(unit, offset);
  }

  function inView(element) {
    const box = element.getBoundingClientRect();
    const { top, bottom } = frame();
    const edge = Math.min(40, (bottom - top) / 8);
    return box.height > 0 && box.top >= top + edge && Math.min(box.bottom, box.top + 60) <= bottom - edge;
  }

  return {
    root: scroller,
    sheet,
    scene,
    start,
    refresh,
    refreshAll,
    reveal,
    frame,
    get units() {
      return units;
    },
    setMode(next) {
      if (scene.mode === next) return;
      scene.mode = next;
      scroller.dataset.mode = next;
      refreshAll();
      reword();
    },
    /** The element of a mark, if it is painted. @param {number} offset */
    markAt: (offset) => (unitAt(offset) ? find(unitAt(offset), offset) : null),
    paintAt(offset) {
      const unit = unitAt(offset);
      if (unit?.stale) paintUnit(unit);
    },
    unitAt,
    /** Called after something was painted. */
    onPaint(call) {
      painted.add(call);
    },
    close: () => observer.disconnect(),
  };
}
