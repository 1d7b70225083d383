/**
 * Where the hits are in the whole document, drawn beside the scroll bar; a click goes there.
 *
 * For the eye and the mouse only: by keyboard the same is reached through the table and the queue.
 */

import { h, settled } from "../dom.js";
import { groupOf } from "../shell/categories.js";
import { blockAt } from "./blocks.js";
import { stays } from "./marks.js";

const GROUPS = ["person", "org", "court", "place", "date", "quantity", "trait", "code", "misc"];
/** As the style sheet colours them, where the reader chose so. */
const CERTAINTIES = { 1: "cat-place", 2: "cat-date", 3: "bad" };
const NEAR = 5; // pixels: a click this close to a hit means the hit
const REST = 60; // milliseconds: the text and the edit first, the map once they are on the screen
const PAUSE = 300; // at most, where the page never comes to rest

/** @param {any} review @param {any} pane */
export function createMinimap(review, pane) {
  const { store, target, text } = review;
  const canvas = h("canvas", {
    class: "minimap",
    "aria-hidden": "true",
    dataset: { testid: "minimap" },
    on: { click: go },
  });
  const probe = h("span", { hidden: true });
  let colours = null;
  /** @type {Float64Array} top of each block, as a share of the whole */
  let tops = new Float64Array(0);
  let measured = ""; // the size for which they are right

  /** Colours are asked of the style sheet, so that both themes are right. */
  function palette() {
    if (colours) return colours;
    canvas.after(probe);
    const read = (value) => {
      probe.style.color = value;
      return getComputedStyle(probe).color;
    };
    colours = Object.fromEntries(GROUPS.map((group) => [group, read(`var(--cat-${group})`)]));
    for (const [certainty, value] of Object.entries(CERTAINTIES)) colours[certainty] = read(`var(--${value})`);
    colours.here = read("var(--accent)");
    colours.search = read("var(--warn)");
    return colours;
  }

  function measure() {
    const { units, root, sheet } = pane;
    const whole = root.scrollHeight || 1;
    const size = `${whole} ${sheet.clientWidth}`;
    if (size === measured) return;
    measured = size;
    const start = sheet.offsetTop;
    tops = new Float64Array(text.blocks.length + 1);
    for (const unit of units) {
      const { offsetTop, offsetHeight, offsetParent } = unit.element;
      const top = offsetTop + (offsetParent === sheet ? start : 0);
      for (let block = unit.first; block < unit.last; block += 1) {
        // Cells of a row stand side by side; lines of one block follow each other.
        tops[block] = top / whole;
        tops[block + 1] = (top + offsetHeight) / whole;
      }
    }
  }

  const heightOf = (offset) => {
    const index = blockAt(text.blocks, offset);
    const block = text.blocks[index];
    const share = block.end > block.start ? (offset - block.start) / (block.end - block.start) : 0;
    return tops[index] + Math.max(0, Math.min(1, share)) * Math.max(0, tops[index + 1] - tops[index]);
  };

  function paint() {
    const { clientWidth: width, clientHeight: height } = canvas;
    if (!width || !height || !pane.units.length) return;
    measure();
    const scale = window.devicePixelRatio || 1;
    canvas.width = width * scale;
    canvas.height = height * scale;
    const context = canvas.getContext("2d");
    context.scale(scale, scale);
    const colour = palette();
    const seen = new Set();
    /** Thousands of marks share a few hundred rows of pixels: each row is drawn once for each look. */
    const line = (offset, look, alpha, left, size) => {
      const top = Math.round(heightOf(offset) * height);
      const key = `${top} ${look} ${alpha}`;
      if (seen.has(key)) return;
      seen.add(key);
      context.globalAlpha = alpha;
      context.fillStyle = colour[look];
      context.fillRect(left, top, size, 2);
    };
    const chosen = target.now.id;
    for (const mark of store.marks) {
      const entity = store.entities.get(mark.id);
      if (!entity || mark.id === chosen) continue;
      if (review.hides(entity, mark)) continue;
      const group = review.look.colour === "certainty" ? mark.certainty : groupOf(entity.category);
      if (stays(entity, mark)) line(mark.start, group, 0.22, 5, width - 10);
      else line(mark.start, group, 0.85, 3, width - 6);
    }
    for (const [start] of review.search?.hits ?? []) line(start, "search", 1, 0, 4);
    for (const { start } of target.entity?.mentions ?? []) line(start, "here", 1, 0, width);
  }

  const idle = window.requestIdleCallback ?? ((call) => setTimeout(call));
  const draw = settled(() => idle(paint, { timeout: PAUSE }), REST);

  function go(event) {
    const share = event.offsetY / canvas.clientHeight;
    const close = (target.entity?.mentions ?? []).find(
      ({ start }) => Math.abs(heightOf(start) - share) * canvas.clientHeight < NEAR,
    );
    if (close) return review.goTo(target.now.id, close.start);
    const { root } = pane;
    root.scrollTop = share * root.scrollHeight - root.clientHeight / 2;
  }

  store.on("change", draw);
  target.onMove(draw);
  // Painting only corrects heights a little: no hurry while the reviewer scrolls.
  pane.onPaint(settled(draw, 200));
  const watched = new ResizeObserver(draw);
  watched.observe(canvas);
  const anew = () => ((colours = null), draw());
  const themes = new MutationObserver(anew);
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", anew);

  return {
    element: canvas,
    draw,
    close() {
      watched.disconnect();
      themes.disconnect();
      dark.removeEventListener("change", anew);
    },
  };
}
