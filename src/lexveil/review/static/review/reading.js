/**
 * Pointer and keyboard in the document: hover and click on marks, arrows from mark to mark, and one mark that
 * Tab reaches (roving focus).
 */

import { framed } from "../dom.js";
import { from } from "./marks.js";

/** @param {any} review @param {any} pane */
export function readPane(review, pane) {
  const { store, target, card, peek } = review;
  const { root, sheet } = pane;
  const markOf = (event) => event.target.closest?.(".mark, .pseudonym");

  root.addEventListener("pointerover", (event) => {
    const element = markOf(event);
    if (element && element !== card.shown?.element && event.pointerType !== "touch") peek.rest(element);
  });
  root.addEventListener("pointerout", (event) => markOf(event) && peek.left());
  // A press must not focus a mark, or browsers do not select from its edges on; the click that follows does.
  root.addEventListener("pointerdown", (event) => {
    const element = markOf(event);
    if (!element || event.button) return;
    element.removeAttribute("tabindex");
    const over = new AbortController();
    const back = () => {
      element.tabIndex = -1;
      over.abort();
    };
    for (const end of ["pointerup", "pointercancel"])
      document.addEventListener(end, back, { capture: true, signal: over.signal });
  });
  root.addEventListener("click", (event) => {
    const element = markOf(event);
    if (!element) return card.hide();
    if (String(getSelection()).length > 0) return; // a name is being selected, not chosen
    if (event.ctrlKey || event.metaKey) return review.table.picking.togglePlace(Number(element.dataset.at));
    element.focus({ preventScroll: true });
    choose(element);
    card.show(element);
  });
  root.addEventListener("focusin", (event) => {
    if (target.isSteady) return;
    const element = markOf(event);
    rove(element);
    if (element) choose(element);
    else if (event.target === root && root.matches(":focus-visible")) enter();
  });
  root.addEventListener("focusout", (event) => {
    if (target.isSteady || root.contains(event.relatedTarget)) return;
    rove(null);
    if (!card.element.contains(event.relatedTarget) && event.relatedTarget) card.hide();
  });
  root.addEventListener("keydown", onKey);
  root.addEventListener(
    "scroll",
    framed(() => card.position()),
    { passive: true },
  );

  /** Tab reaches one thing here: the mark one is at, else the document as a whole. */
  function rove(element) {
    for (const other of sheet.querySelectorAll('[tabindex="0"]')) other.tabIndex = -1;
    root.tabIndex = element ? -1 : 0;
    if (element) element.tabIndex = 0;
  }

  function choose(element) {
    target.set(element.dataset.entity, Number(element.dataset.at), "document");
    if (!element.matches(":focus-visible")) return;
    // The focus may come back while a menu is being hidden, in which nothing else can be shown.
    card.showSoon(() => element === document.activeElement && element);
  }

  /** Tab came here: on to the mark one was at, else to the first one in sight. */
  function enter() {
    const at = target.mark ? pane.markAt(target.mark.start) : null;
    (at && visible(at) ? at : firstInSight())?.focus({ preventScroll: true });
  }

  const visible = (element) => {
    const box = element.getBoundingClientRect();
    const frame = root.getBoundingClientRect();
    return box.top >= frame.top && box.bottom <= frame.bottom;
  };
  const firstInSight = () => [...sheet.querySelectorAll(".mark, .pseudonym")].find(visible);

  function onKey(event) {
    const element = markOf(event);
    if (!element || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step && !event.shiftKey) return take(event, () => walk(Number(element.dataset.at), step));
    if (event.key === "Enter" || event.key === " ")
      return take(event, () => {
        card.show(element);
        card.enter();
      });
    if (event.key === "Escape") card.hide(); // also one that is to come
    if (event.key === "Home") return take(event, () => walk(-1, 1));
    if (event.key === "End") return take(event, () => walk(Infinity, -1));
  }

  function take(event, act) {
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** To the next mark that shows. */
  function walk(at, step) {
    const items = pane.scene.mode === "preview" ? review.preview.replacements() : store.marks;
    let index = step > 0 ? from(items, at + 1) : from(items, Math.min(at, Number.MAX_SAFE_INTEGER)) - 1;
    while (items[index] && pane.scene.mode !== "preview" && !shows(items[index])) index += step;
    if (items[index]) land(items[index].start);
  }

  function shows(mark) {
    const entity = store.entities.get(mark.id);
    return Boolean(entity) && !review.hides(entity, mark);
  }

  function land(start) {
    const element = pane.reveal(start);
    element?.focus({ preventScroll: true });
    if (element) card.show(element);
  }

  return { land };
}
