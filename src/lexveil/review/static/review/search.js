/**
 * The search bar: plain, regular expression or fuzzy; walks the hits and marks them all.
 *
 * Hits are drawn with the browser's highlights over the text, so that no element is made for them; in a preview,
 * where the words or what is written for them stand.
 */

import { h, settled } from "../dom.js";
import { select } from "../shell/form.js";
import { icon } from "./icons.js";
import { announce } from "../shell/toast.js";
import { within } from "./marks.js";

/** @param {any} review @param {any} pane */
export function createSearch(review, pane) {
  const { remote, text, t } = review;
  /** @type {{start: number, end: number}[]} */
  let hits = [];
  let at = -1;
  let asked = 0;
  const input = h("input", {
    type: "search",
    placeholder: t("review.search"),
    "aria-label": t("review.search"),
    autocomplete: "off",
    spellcheck: "false",
    dataset: { testid: "search-input" },
    on: { input: () => look(), keydown },
  });
  const mode = select(
    {
      "aria-label": t("review.search.mode"),
      dataset: { testid: "search-mode" },
      on: { change: () => look() },
    },
    ["plain", "regex", "fuzzy"].map((each) => [each, t(`review.search.${each}`)]),
  );
  const status = h("span", { class: "search-status", role: "status", dataset: { testid: "search-status" } });
  const button = (name, label, run) =>
    h(
      "button",
      { class: "plain icon-only small", type: "button", "aria-label": label, on: { click: run } },
      icon(name),
    );
  const back = button("left", t("review.search.previous"), () => move(-1));
  const on = button("right", t("review.search.next"), () => move(1));
  const markAll = h(
    "button",
    {
      class: "small",
      type: "button",
      dataset: { testid: "search-mark" },
      on: {
        click: () =>
          review.add({ places: hits.map(({ start, end }) => [start, end]), name: input.value.trim() }),
      },
    },
    t("review.search.mark"),
  );
  const root = h(
    "div",
    { class: "search-bar", role: "search", hidden: true, dataset: { testid: "search-bar" } },
    icon("search"),
    input,
    mode,
    status,
    back,
    on,
    markAll,
    button("close", t("button.close"), () => close()),
  );
  const drawing =
    globalThis.Highlight && CSS.highlights ? { all: new Highlight(), one: new Highlight() } : null;
  if (drawing) {
    CSS.highlights.set("hit", drawing.all);
    CSS.highlights.set("hit-here", drawing.one);
  }

  const look = settled(run, 160);
  async function run() {
    const mine = ++asked;
    const query = input.value.trim();
    if (query.length < 2) return show([], false, "");
    try {
      const found = await remote.search(query, mode.value);
      if (mine === asked) show(found.hits, found.more, "");
    } catch (error) {
      if (mine !== asked) return;
      if (error.kind === "offline" && mode.value !== "regex")
        return show(plainly(text.text, query), false, "");
      show(
        [],
        false,
        error.status === 422 || error.status === 400 ? t("review.search.bad") : t("review.search.failed"),
      );
    }
  }

  function show(found, more, failure) {
    hits = found.map(([start, end]) => ({ start, end }));
    at = -1;
    input.setAttribute("aria-invalid", String(Boolean(failure)));
    root.dataset.more = String(more);
    markAll.disabled = back.disabled = on.disabled = !hits.length;
    status.textContent =
      failure ||
      (input.value.trim().length < 2
        ? ""
        : t(more ? "review.search.many" : "review.search.hits", { count: hits.length }));
    draw();
    review.minimap.draw();
  }

  function move(step) {
    if (!hits.length) return;
    at = at < 0 ? firstInSight() : (at + step + hits.length) % hits.length;
    status.textContent = t("review.of", { index: at + 1, total: hits.length });
    pane.reveal(hits[at].start);
    scrollToHit();
    draw();
    announce(status.textContent);
  }

  function scrollToHit() {
    const range = rangeFor(pane, hits[at]);
    const box = range?.getBoundingClientRect();
    const frame = pane.root.getBoundingClientRect();
    if (box && (box.top < frame.top + 20 || box.bottom > frame.bottom - 20))
      pane.root.scrollTop += box.top - frame.top - frame.height / 2;
  }

  /** Begin with what the reviewer looks at. */
  function firstInSight() {
    const top = pane.root.getBoundingClientRect().top;
    const unit = pane.units.find((each) => each.element.getBoundingClientRect().bottom > top);
    const from = unit ? text.blocks[unit.first].start : 0;
    const index = hits.findIndex(({ start }) => start >= from);
    return Math.max(0, index);
  }

  /** Only what is near the window: painting a block anew loses its highlights, so this follows each painting. */
  function draw() {
    if (!drawing) return;
    drawing.all.clear();
    drawing.one.clear();
    if (!hits.length || root.hidden) return;
    for (const side of review.views.panes) drawIn(side);
  }

  function drawIn(side) {
    for (const unit of side.units) {
      if (!unit.near) continue;
      const { start } = text.blocks[unit.first];
      for (const { item } of within(hits, start, text.blocks[unit.last - 1].end)) {
        const range = rangeFor(side, item);
        if (range) (item === hits[at] ? drawing.one : drawing.all).add(range);
      }
    }
  }

  function rangeFor(side, { start, end }) {
    const unit = side.unitAt(start);
    const shown = side.scene.mode === "preview" ? shownAt(side.scene.replacements()) : (_, offset) => offset;
    for (let index = unit.first; index < unit.last; index += 1) {
      const block = text.blocks[index];
      if (start < block.start || start >= block.end) continue;
      const cell = unit.cells[index - unit.first];
      const from = spot(cell, shown(block, start, false) - block.start);
      const to = spot(cell, shown(block, Math.min(end, block.end), true) - block.start);
      if (!from || !to) return null;
      const range = document.createRange();
      range.setStart(...from);
      range.setEnd(...to);
      return range;
    }
    return null;
  }

  function open() {
    root.hidden = false;
    const chosen = String(getSelection()).trim();
    if (chosen && chosen.length < 80 && !chosen.includes("\n")) {
      input.value = chosen;
      look();
    }
    input.focus();
    input.select();
    draw();
  }

  function close() {
    root.hidden = true;
    draw();
    review.minimap.draw();
    review.focusDocument();
  }

  function keydown(event) {
    if (event.key === "Enter") move(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  show([], false, "");
  pane.onPaint(draw);
  return {
    root,
    open,
    close,
    draw,
    get hits() {
      return root.hidden ? [] : hits.map(({ start, end }) => [start, end]);
    },
    end() {
      CSS.highlights?.delete("hit");
      CSS.highlights?.delete("hit-here");
    },
  };
}

/**
 * Where a character of the text stands in a preview of its block; what was replaced, where its replacement does.
 * @param {import("./marks.js").Mark[]} replacements in order
 */
const shownAt = (replacements) => (block, offset, isEnd) => {
  let shift = 0;
  for (const { item, start, end } of within(replacements, block.start, block.end)) {
    if (start >= offset) break;
    if (end > offset || (end === offset && isEnd)) return start + shift + (isEnd ? item.text.length : 0);
    shift += item.text.length - (end - start);
  }
  return offset + shift;
};

/** The text node and offset of a character of an element. @returns {[Node, number] | null} */
function spot(element, offset) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let left = offset;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (left <= node.data.length) return [node, left];
    left -= node.data.length;
  }
  return null;
}

function plainly(text, query) {
  const found = [];
  const low = text.toLowerCase();
  const needle = query.toLowerCase();
  if (low.length !== text.length) return found; // lower case changed the offsets
  for (
    let at = low.indexOf(needle);
    at >= 0 && found.length < 2000;
    at = low.indexOf(needle, at + needle.length)
  )
    found.push([at, at + needle.length]);
  return found;
}
