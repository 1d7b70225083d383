/**
 * Making a mark longer or shorter: by keys, word by word, or by the grips at its ends.
 *
 * The mark changes as it is moved; one command is sent when it has come to rest.
 */

import { h, settled } from "../dom.js";
import { offsetOf } from "./selection.js";

const REST = 700;

/** @param {any} review @param {any} pane */
export function createSpans(review, pane) {
  const { store, target, text, t } = review;
  /** @type {{id: string, mark: import("./types.js").Mark, to: [number, number]} | null} */
  let moving = null;

  const commit = settled(() => finish(), REST);

  function finish() {
    if (!moving) return;
    const { id, mark, to } = moving;
    moving = null;
    store.draft(null);
    const entity = store.entities.get(id);
    if (!entity || (to[0] === mark.start && to[1] === mark.end)) return;
    review.actions.span(entity, mark, to);
    place();
  }

  function move(to) {
    const entity = target.entity;
    if (!moving) {
      if (!entity || !target.mark) return review.toast(t("review.choose-first"));
      moving = { id: entity.id, mark: target.mark, to: [target.mark.start, target.mark.end] };
    }
    const [start, end] = to;
    if (start >= end || start < 0 || end > text.text.length || !sameBlock(start, end)) return;
    moving.to = [start, end];
    store.draft({ kind: "span", entity: moving.id, mention: [moving.mark.start, moving.mark.end], to });
    target.set(moving.id, start, "span");
    commit();
    place();
  }

  const sameBlock = (start, end) => text.blocks.some((block) => block.start <= start && end <= block.end);
  const now = () => moving?.to ?? (target.mark && [target.mark.start, target.mark.end]);

  /** @param {"start" | "end"} edge @param {1 | -1} step @param {boolean} letter by letters, not words */
  function nudge(edge, step, letter) {
    const at = now();
    if (!at) return review.toast(t("review.choose-first"));
    const [start, end] = at;
    const move1 = letter ? (offset) => offset + step : (offset) => edgeOfWord(text.text, offset, step, edge);
    move(edge === "start" ? [move1(start), end] : [start, move1(end)]);
  }

  // The grips: shown at the occurrence one is at, in the marked view.
  const grips = { start: grip("start"), end: grip("end") };
  const layer = h("div", { class: "grips", hidden: true, "aria-hidden": "true" }, grips.start, grips.end);
  pane.sheet.after(layer);

  function grip(edge) {
    const element = h("span", {
      class: `grip grip-${edge}`,
      title: t("review.grip"),
      dataset: { testid: `grip-${edge}` },
    });
    element.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      event.stopPropagation();
      element.setPointerCapture(event.pointerId);
      review.card.hide();
      const drag = (moved) => {
        const offset = offsetAt(moved.clientX, moved.clientY);
        const at = now();
        if (offset === null || !at) return;
        const snapped = moved.altKey ? offset : nearestEdge(text.text, offset, edge);
        move(
          edge === "start" ? [Math.min(snapped, at[1] - 1), at[1]] : [at[0], Math.max(snapped, at[0] + 1)],
        );
      };
      element.addEventListener("pointermove", drag);
      element.addEventListener(
        "pointerup",
        () => {
          element.removeEventListener("pointermove", drag);
          finish();
        },
        { once: true },
      );
    });
    return element;
  }

  function offsetAt(x, y) {
    layer.hidden = true; // the grip itself lies over the text
    const spot = document.caretPositionFromPoint?.(x, y) ?? old(document.caretRangeFromPoint?.(x, y));
    layer.hidden = false;
    return spot && pane.sheet.contains(spot.offsetNode)
      ? offsetOf(pane, text, spot.offsetNode, spot.offset)
      : null;
  }

  const old = (range) => range && { offsetNode: range.startContainer, offset: range.startOffset };

  function place() {
    const mark = target.mark;
    const element = mark && pane.scene.mode === "marked" ? pane.markAt(mark.start) : null;
    const boxes = element?.getClientRects() ?? [];
    layer.hidden = !boxes.length;
    if (!boxes.length) return;
    const frame = pane.root.getBoundingClientRect();
    const put = (grip, x, box) => {
      grip.style.left = `${x - frame.left + pane.root.scrollLeft}px`;
      grip.style.top = `${box.top - frame.top + pane.root.scrollTop}px`;
      grip.style.height = `${box.height}px`;
    };
    put(grips.start, boxes[0].left, boxes[0]);
    put(grips.end, boxes[boxes.length - 1].right, boxes[boxes.length - 1]);
  }

  target.onMove((_, __, by) => {
    if (by !== "span" && moving) finish();
    requestAnimationFrame(place);
  });
  store.on("change", () => requestAnimationFrame(place));
  pane.onPaint(() => requestAnimationFrame(place));
  return { nudge, finish };
}

const LETTER = /[\p{L}\p{N}\p{M}]/u;

/** The next edge of a word in a direction. */
function edgeOfWord(text, offset, step, edge) {
  let at = offset;
  const inWord = (index) =>
    LETTER.test(text[index] ?? "") ||
    (/['’.-]/.test(text[index] ?? "") && LETTER.test(text[index + 1] ?? ""));
  const ahead = () => (step > 0 ? at : at - 1);
  const limit = step > 0 ? text.length : 0;
  // An end comes to rest behind a word, a beginning before one.
  const first = (edge === "end") === step > 0;
  while (at !== limit && inWord(ahead()) !== first) at += step;
  while (at !== limit && inWord(ahead()) === first) at += step;
  return at;
}

/** The edge of a word next to where the pointer is. */
function nearestEdge(text, offset, edge) {
  const letter = (index) => LETTER.test(text[index] ?? "");
  let left = offset;
  let right = offset;
  while (letter(left - 1)) left -= 1;
  while (letter(right)) right += 1;
  if (left === right) return offset;
  return edge === "start" ? left : right;
}
