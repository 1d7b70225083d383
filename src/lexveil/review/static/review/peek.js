/**
 * What shows while the pointer rests on a mark: who it is, what becomes of it, why. Nothing can be done in it, and
 * nothing is in its way: a click goes through it to what lies beneath. It stands over the line, for one reads on
 * below, stays while the pointer is on it, and goes with Escape. To act, one clicks on the mark and has its card.
 */

import { framed, h, replace } from "../dom.js";
import { reasonText } from "../i18n.js";
import { groupOf, categoryName, symbolOf } from "../shell/categories.js";
import { becomes, certainRole } from "./cardparts.js";
import { nameOf } from "./names.js";

const SHOW = 320;
const HIDE = 160;
const GAP = 6;

/** @param {any} review */
export function createPeek(review) {
  const { store } = review;
  const root = h("div", { class: "mark-peek", popover: "manual", role: "tooltip", dataset: { testid: "peek" } });
  let timer = 0;
  /** @type {HTMLElement | null} the mark it stands by, or will */
  let mark = null;
  let ends = new AbortController();
  let told = false; // nobody points at it: it follows the text

  /** The pointer is on a mark. @param {HTMLElement} element */
  function rest(element) {
    if (element === mark || isOver()) return;
    hide();
    mark = element;
    timer = window.setTimeout(show, SHOW);
  }

  /** Without a pointer. @param {HTMLElement} element */
  function tell(element) {
    hide();
    mark = element;
    told = true;
    show();
  }

  function show() {
    const entity = mark?.isConnected && getSelection().isCollapsed && store.entities.get(mark.dataset.entity);
    if (!entity) return hide();
    root.dataset.group = groupOf(entity.category);
    replace(root, ...lines(review, entity, Number(mark.dataset.at)));
    if (!root.isConnected) review.root.append(root);
    root.showPopover();
    place();
    ends = new AbortController();
    const { signal } = ends;
    document.addEventListener("pointermove", moved, { signal, passive: true });
    document.addEventListener("keydown", (event) => event.key === "Escape" && hide(), { signal, capture: true });
    document.addEventListener("pointerdown", hide, { signal, capture: true, passive: true });
    document.addEventListener("scroll", told ? framed(place) : hide, { signal, capture: true, passive: true });
  }

  /** Over the first line of the mark, or under the last one where there is no room. */
  function place() {
    if (!mark) return;
    const boxes = mark.getClientRects();
    const [first, last] = [boxes[0], boxes[boxes.length - 1]];
    const frame = review.pane.frame();
    if (!first || first.bottom < frame.top || first.top > frame.bottom) return hide();
    const { offsetWidth: width, offsetHeight: height } = root;
    const top = first.top - height - GAP;
    root.style.top = `${top >= frame.top ? top : last.bottom + GAP}px`;
    root.style.left = `${Math.max(8, Math.min(first.left, window.innerWidth - width - 8))}px`;
  }

  let pointer = { x: -1, y: -1 };
  function moved(event) {
    pointer = { x: event.clientX, y: event.clientY };
    clearTimeout(timer);
    if (!mark?.contains(event.target) && !isOver()) timer = window.setTimeout(hide, HIDE);
  }

  /** Whether the pointer, which it lets through, is on what shows. */
  function isOver() {
    if (!root.matches(":popover-open")) return false;
    const box = root.getBoundingClientRect();
    return pointer.x >= box.left && pointer.x <= box.right && pointer.y >= box.top && pointer.y <= box.bottom;
  }

  function hide() {
    clearTimeout(timer);
    ends.abort();
    mark = null;
    told = false;
    if (root.matches(":popover-open")) root.hidePopover();
  }

  return {
    rest,
    tell,
    hide,
    /** The pointer left a mark before anything showed. */
    left: () => root.matches(":popover-open") || hide(),
  };
}

function lines(review, entity, start) {
  const { t, text } = review;
  const here = entity.mentions.find((each) => each.start === start) ?? null;
  const kind = [categoryName(entity.category), certainRole(t, entity)].filter(Boolean).join(" · ");
  const why = entity.why.length > 0 && reasonText(entity.why[0]);
  return [
    h(
      "p",
      { class: "peek-name" },
      h("span", { class: "sign", "aria-hidden": "true" }, symbolOf(entity.category)),
      h("strong", null, nameOf(entity, text.text)),
    ),
    h("p", null, kind, h("span", { "aria-hidden": "true" }, " → "), becomes(t, entity, here)),
    why && h("p", { class: "faint" }, why),
  ];
}
