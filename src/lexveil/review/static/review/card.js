/**
 * The card by a mark: who it is, what becomes of it and why, and what can be done.
 *
 * It shows on hover and on focus, stays while the pointer or the focus is in it, and goes with Escape.
 */

import { framed, h, replace, uid } from "../dom.js";
import { groupOf } from "../shell/categories.js";
import { cardActions, cardHead, cardInfo } from "./cardparts.js";

const SHOW = 220;
const HIDE = 260;
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
    on: {
      pointerenter: () => clearTimeout(timer),
      pointerleave: () => !pinned && later(),
      focusout,
      keydown,
    },
  });
  let timer = 0;
  /** @type {{id: string, start: number, element: HTMLElement} | null} */
  let shown = null;
  let pinned = false;
  let onlyThis = false;

  function show(element, { pin = false } = {}) {
    clearTimeout(timer);
    const id = element.dataset.entity;
    const start = Number(element.dataset.at);
    const fresh = !shown || shown.id !== id || shown.start !== start;
    if (fresh) onlyThis = false;
    shown = { id, start, element };
    pinned = pin || (pinned && !fresh);
    draw();
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
    if (pinned) shown.element.setAttribute("aria-describedby", infoId);
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
    const frame = review.pane.root.getBoundingClientRect();
    if (last.bottom < frame.top || first.top > frame.bottom) return hide();
    card.style.maxHeight = "";
    const { offsetWidth: width, offsetHeight: height } = card;
    const free = first.top - frame.top - 16;
    const [below, over] = [window.innerHeight - last.bottom - 16, free < LOW ? first.top - 16 : free];
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

  function later() {
    clearTimeout(timer);
    timer = window.setTimeout(hide, HIDE);
  }

  function hide() {
    clearTimeout(timer);
    shown?.element.removeAttribute("aria-describedby");
    shown = null;
    pinned = false;
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
    const { element } = shown ?? {};
    hide();
    element?.focus({ preventScroll: true });
  }

  const moved = framed(position);
  window.addEventListener("resize", moved);

  store.on("change", ({ ids }) => shown && ids.has(shown.id) && draw());
  return {
    element: card,
    show,
    hide,
    position,
    close() {
      hide();
      window.removeEventListener("resize", moved);
    },
    get shown() {
      return shown;
    },
    get isPinned() {
      return pinned;
    },
    hover(element) {
      if (pinned || !getSelection().isCollapsed) return; // while a name is being selected, nothing covers it
      clearTimeout(timer);
      if (shown && shown.element === element) return;
      timer = window.setTimeout(() => element.isConnected && !pinned && show(element), SHOW);
    },
    unhover: () => !pinned && later(),
    /** From the mark into the card, by keyboard. */
    enter: () => card.querySelector("[data-key=a]")?.focus(),
  };
}
