/**
 * Text that the reviewer selected in the document, as offsets, and the small button that offers to mark it.
 */

import { h, settled } from "../dom.js";
import { icon } from "./icons.js";

/** @param {any} review @param {any} pane */
export function watchSelection(review, pane) {
  const { text, t } = review;
  const offer = h(
    "button",
    {
      class: "primary small offer",
      type: "button",
      popover: "manual",
      dataset: { testid: "offer" },
      // The selection must survive the press.
      on: { pointerdown: (event) => event.preventDefault(), click: () => review.add({ range: selected() }) },
    },
    icon("add"),
    t("review.add.offer"),
    h("kbd", { "aria-hidden": "true" }, "+ 0–9 g"),
  );
  review.root.append(offer);

  /** The offsets of the selection, without white space at its edges; null: there is none. */
  function selected() {
    const chosen = getSelection();
    if (!chosen || chosen.isCollapsed || !chosen.rangeCount) return null;
    const range = chosen.getRangeAt(0);
    if (!pane.sheet.contains(range.commonAncestorContainer) || pane.scene.mode === "preview") return null;
    const start = offsetOf(pane, text, range.startContainer, range.startOffset);
    const end = offsetOf(pane, text, range.endContainer, range.endOffset);
    if (start === null || end === null) return null;
    return trimmed(text.text, start, end);
  }

  const update = settled(() => {
    if (document.querySelector("dialog[open]")) return hide();
    const range = selected();
    if (!range || range[1] - range[0] > 300) return hide();
    const boxes = getSelection().getRangeAt(0).getClientRects();
    const last = boxes[boxes.length - 1];
    const frame = pane.root.getBoundingClientRect();
    if (!last || last.bottom < frame.top || last.top > frame.bottom) return hide();
    review.card.hide();
    if (!offer.matches(":popover-open")) offer.showPopover();
    offer.style.left = `${Math.min(last.right, window.innerWidth - offer.offsetWidth - 8)}px`;
    offer.style.top = `${Math.min(last.bottom + 6, window.innerHeight - offer.offsetHeight - 8)}px`;
  }, 120);

  function hide() {
    if (offer.matches(":popover-open")) offer.hidePopover();
  }

  document.addEventListener("selectionchange", update);
  // Who goes on to a mark leaves the words that were selected: keys mean what one is at.
  review.target.onMove((now) => now.start !== null && selected() && getSelection().removeAllRanges());
  // Away while the text moves under it, then back: heights that become known move the text a little, too.
  pane.root.addEventListener("scroll", () => (hide(), update()), { passive: true });
  return {
    selected,
    hide,
    close: () => document.removeEventListener("selectionchange", update),
  };
}

/** The offset in the document of a place in the page. @returns {number | null} */
export function offsetOf(pane, text, node, offset) {
  const element = node instanceof Element ? node : node.parentElement;
  const block = element?.closest(".block");
  const owner = ownerOf(element);
  if (!block || !owner) {
    // Between blocks: the beginning of the block that follows.
    const child = node instanceof Element ? node.childNodes[offset] : null;
    const next = child instanceof Element ? ownerOf(child) : null;
    return next ? text.blocks[next.first].start : null;
  }
  const index = owner.first + owner.cells.indexOf(block);
  const before = document.createRange();
  before.setStart(block, 0);
  before.setEnd(node, offset);
  return text.blocks[index].start + before.toString().length;
}

function ownerOf(element) {
  for (let at = element; at; at = at.parentElement) if (at.unit) return at.unit;
  return null;
}

/** @param {string} text @returns {[number, number] | null} */
export function trimmed(text, start, end) {
  const part = text.slice(start, end);
  const from = start + part.length - part.trimStart().length;
  const to = end - part.length + part.trimEnd().length;
  return from < to ? [from, to] : null;
}
