/**
 * Views of the document: marked, with tags, original, preview, and side by side with both sides at the same place.
 */

import { framed, h } from "../dom.js";
import { announce } from "../shell/toast.js";
import { createPages } from "./pages.js";
import { createPane } from "./pane.js";
import { readPane } from "./reading.js";

const QUIET = 160; // milliseconds in which a side that we moved does not move the other
const VIEWS = ["marked", "inline", "original", "preview", "side"];

/** A PDF can be looked at as it is, too. @param {any} review */
export const viewsOf = (review) => (review.format === ".pdf" ? [...VIEWS, "pages"] : VIEWS);

/** @param {any} review needs `pane`, the main one */
export function createViews(review) {
  const { pane, store, t } = review;
  let view = "marked";
  let twin = null;
  let pages = null;
  const twinBox = h("div", { class: "twin", hidden: true });
  const listeners = new Set();

  function show(next) {
    if (next === view) return;
    view = next;
    const side = next === "side";
    const beside = side || next === "pages";
    review.card.hide();
    pane.setMode(beside ? "marked" : next);
    pane.root.setAttribute("aria-label", t(`review.view.${beside ? "marked" : next}`));
    twinBox.hidden = !beside;
    review.root.dataset.view = next;
    review.preview.want(next === "preview" || next === "inline" || side);
    if (pages) pages.root.hidden = side;
    if (twin) twin.root.hidden = !side;
    if (side) openTwin();
    if (next === "pages") openPages();
    for (const listener of listeners) listener(view);
    announce(t("review.view-now", { view: t(`review.view.${next}`) }));
  }

  function openPages() {
    if (!pages) twinBox.append((pages = createPages(review)).root);
    pages.load();
  }

  function openTwin() {
    const fresh = !twin;
    if (fresh) {
      twin = createPane(review, { mode: "preview", label: t("review.view.preview"), id: "document-preview" });
      twinBox.append(twin.root);
      readPane(review, twin);
      together(pane, twin);
      twin.onPaint(() => review.search.draw());
    }
    twin.start();
    if (!fresh) twin.refreshAll(); // it was not told of changes while nobody saw it
    requestAnimationFrame(() => align(pane, twin));
  }

  /** Occurrences that show only while the reviewer is at them. */
  function unseen(id) {
    const entity = store.entities.get(id);
    return (entity?.mentions ?? []).filter((mark) => review.hides(entity, mark)).map(({ start }) => start);
  }

  function refresh(places) {
    pane.refresh(places);
    if (view === "side") twin?.refresh(places);
  }

  store.on("change", ({ ids, before }) => {
    const places = [];
    for (const id of ids) {
      for (const { start } of before.get(id)?.mentions ?? []) places.push(start);
      for (const { start } of store.entities.get(id)?.mentions ?? []) places.push(start);
    }
    refresh(places);
  });
  review.preview.onExact((places) => {
    if (pane.scene.mode === "preview" || pane.scene.mode === "inline") pane.refresh(places);
    if (view === "side") twin?.refresh(places);
  });
  review.target.onMove((now, before) => {
    if (now.id !== before.id) refresh([...unseen(now.id), ...unseen(before.id)]);
    for (const each of [pane, twin]) if (each) point(each.sheet, now, before);
  });

  return {
    twinBox,
    get view() {
      return view;
    },
    /** What is to be seen of the document now: one side, or both. */
    get panes() {
      return view === "side" && twin ? [pane, twin] : [pane];
    },
    show,
    next() {
      const views = viewsOf(review);
      show(views[(views.indexOf(view) + 1) % views.length]);
    },
    onView(listener) {
      listeners.add(listener);
    },
    refresh,
    refreshAll() {
      pane.refreshAll();
      if (view === "side") twin?.refreshAll();
    },
    close: () => twin?.close(),
  };
}

/** The marks of the entity one is at stand out, and the occurrence most. */
function point(sheet, now, before) {
  for (const element of sheet.querySelectorAll(".same, .here")) {
    element.classList.remove("same", "here");
    element.draggable = false;
  }
  if (!now.id) return;
  for (const element of sheet.querySelectorAll(`[data-entity="${CSS.escape(now.id)}"]`)) {
    element.classList.add("same");
    if (Number(element.dataset.at) !== now.start) continue;
    element.classList.add("here");
    element.draggable = true; // onto the row of whom it means; others are there to be selected from
  }
}

/** Scrolls one with the other, by block: what is at the top here is at the top there. */
function together(one, other) {
  let led = null; // who is being moved by us and must not answer
  let until = 0;
  const follow = (from, to) => () => {
    if (led === from && performance.now() < until) return;
    led = to;
    until = performance.now() + QUIET;
    align(from, to);
    // What came into sight has its true height only now.
    requestAnimationFrame(() => requestAnimationFrame(() => align(from, to)));
  };
  one.root.addEventListener("scroll", framed(follow(one, other)), { passive: true });
  other.root.addEventListener("scroll", framed(follow(other, one)), { passive: true });
}

function align(from, to) {
  // Both ends are the same place, whatever the heights.
  if (from.root.scrollTop <= 0) return void (to.root.scrollTop = 0);
  const top = from.root.getBoundingClientRect().top;
  const index = firstBelow(from.units, top);
  if (!from.units[index] || !to.units[index]) return;
  const box = boxOf(from.units[index]);
  const share = box.height ? (top - box.top) / box.height : 0;
  const there = boxOf(to.units[index]);
  to.root.scrollTop += there.top + share * there.height - to.root.getBoundingClientRect().top;
}

/** The first unit whose end is below the edge. Units follow each other, so this is a search by halves. */
function firstBelow(units, edge) {
  let low = 0;
  let high = units.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (boxOf(units[middle]).bottom <= edge + 1) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where a unit stands; one that is folded away, where its fold does. */
const boxOf = ({ element }) =>
  (element.closest("details:not([open])") ?? element).getBoundingClientRect();
