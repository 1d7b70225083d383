/**
 * The card by a mark: who it is, what becomes of it and why, and what can be done.
 *
 * It shows for a mark that was clicked on or has the focus, never for one that the pointer only comes across
 * (`peek.js`), and goes with Escape.
 */

import { framed, h, replace, uid } from "../dom.js";
import { groupOf } from "../shell/categories.js";
import { cardActions, cardHead, cardInfo } from "./cardparts.js";

const LOW = 240; // no room for a card

/** @param {any} review */
export function createCard(review) {
  const { store, t } = review;
  const infoId = uid("card");
  const card = h("div", {
    class: "mark-card",
    popover: "manual",
    role: "group",
    "aria-label": t("review.card"),
    dataset: { testid: "card" },
    on: { focusout, keydown },
  });
  let coming = 0; // the frame in which it will show
  /** @type {{id: string, start: number, element: HTMLElement} | null} */
  let shown = null;
  let onlyThis = false;

  function show(element) {
    cancelAnimationFrame(coming);
    review.peek.hide();
    const id = element.dataset.entity;
    const start = Number(element.dataset.at);
    const fresh = !shown || shown.id !== id || shown.start !== start;
    if (fresh) onlyThis = false;
    shown = { id, start, element };
    draw();
  }

  /**
   * Where one was led: in the next frame, when the text rests and menus and dialogs are gone; to hide it means that
   * one too. In a window so low that it would lie over the question, only who it is is told.
   * @param {() => HTMLElement | null | false} find the mark, if it still asks for its card then
   */
  function showSoon(find) {
    cancelAnimationFrame(coming);
    coming = requestAnimationFrame(() => {
      const element = find();
      if (!element || document.querySelector("dialog[open]")) return; // it would lie over what was opened meanwhile
      if (hasRoom(element)) return show(element);
      hide();
      review.peek.tell(element);
    });
  }

  function hasRoom(element) {
    const { top, bottom } = element.getBoundingClientRect();
    return Math.max(window.innerHeight - bottom, top - review.pane.frame().top) - 16 >= LOW;
  }

  function draw() {
    const entity = shown && store.entities.get(shown.id);
    if (!entity) return hide();
    const mark = entity.mentions.find((each) => each.start === shown.start) ?? null;
    card.dataset.group = groupOf(entity.category);
    const back = document.activeElement?.dataset?.key;
    replace(
      card,
      cardHead(review, entity, mark),
      cardInfo(review, entity, mark, infoId),
      cardActions(review, entity, mark, { onlyThis, choose: (value) => ((onlyThis = value), draw()) }),
    );
    if (!card.isConnected) review.root.append(card);
    if (!card.matches(":popover-open")) card.showPopover();
    if (back) card.querySelector(`[data-key="${back}"]`)?.focus();
    position();
    shown?.element.setAttribute("aria-describedby", infoId);
  }

  /**
   * Under the mark's last line, or above its first where there is no room; the bar over the text, which says
   * what is in doubt, stays free unless the window is too low for that.
   */
  function position() {
    if (!shown) return;
    if (!shown.element.isConnected) shown.element = review.pane.markAt(shown.start) ?? shown.element;
    const boxes = shown.element.getClientRects();
    if (!boxes.length) return hide();
    const [first, last] = [boxes[0], boxes[boxes.length - 1]];
    const frame = review.pane.frame();
    if (last.bottom < frame.top || first.top > frame.bottom) return hide();
    card.style.maxHeight = "";
    const { offsetWidth: width, offsetHeight: height } = card;
    const free = first.top - frame.top - 16;
    const below = window.innerHeight - last.bottom - 16;
    const over = Math.max(free, below) < LOW ? first.top - 16 : free;
    const above = height > below && over > below;
    // Where there is no room (large type, small window) the reasons scroll; the buttons are always there.
    const shownHeight = Math.min(height, above ? over : below);
    const high = Math.min(height, Math.max(140, shownHeight));
    card.style.maxHeight = `${high}px`;
    const top = above ? first.top - shownHeight - 8 : last.bottom + 8;
    card.style.top = `${Math.max(8, Math.min(top, window.innerHeight - high - 8))}px`;
    card.style.left = `${Math.max(8, Math.min(last.left, window.innerWidth - width - 8))}px`;
    const scrolls = card.querySelector(".card-info");
    if (scrolls.scrollHeight > scrolls.clientHeight + 1) scrolls.tabIndex = 0;
  }

  function hide() {
    cancelAnimationFrame(coming);
    shown?.element.removeAttribute("aria-describedby");
    shown = null;
    if (card.matches(":popover-open")) card.hidePopover();
  }

  function focusout(event) {
    if (review.target.isSteady || card.contains(event.relatedTarget)) return;
    // A menu opened from the card, or the card drawn anew, is no leaving.
    if (!event.relatedTarget || event.relatedTarget.closest?.(".menu, .mark, .pseudonym")) return;
    hide();
  }

  function keydown(event) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    leave();
  }

  /** Back to the mark, whose focus would show the card anew. */
  function leave() {
    shown?.element.focus({ preventScroll: true });
    hide();
  }

  const moved = framed(position);
  window.addEventListener("resize", moved);

  store.on("change", ({ ids }) => shown && ids.has(shown.id) && draw());
  return {
    element: card,
    show,
    showSoon,
    hide,
    leave,
    position,
    close() {
      hide();
      window.removeEventListener("resize", moved);
    },
    get shown() {
      return shown;
    },
    /** From the mark into the card, by keyboard. */
    enter: () => card.querySelector("[data-key=a]")?.focus(),
  };
}
