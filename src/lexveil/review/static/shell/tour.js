/**
 * Coach marks: a card beside the part of the page it tells of, the rest dimmed. Arrow keys go on and back,
 * Escape ends it. What has been seen is remembered.
 */

import { h, one, replace, uid } from "../dom.js";
import { t } from "../i18n.js";
import { recall, remember } from "./storage.js";

/** @typedef {{target?: string, title: string, text: string, keys?: string[]}} Step */

let wished = "";

/** Wish for a tour that the next view starts. @param {string} name */
export const wishTour = (name) => (wished = name);

/** Whether it was wished for; asked once. @param {string} name */
export function wishedTour(name) {
  const is = wished === name;
  if (is) wished = "";
  return is;
}

/** @param {string} name */
export const tourSeen = (name) => recall(`tour.${name}`) === "seen";

/**
 * @param {Step[]} steps those whose target is not on the page are left out
 * @param {{name?: string}} [options] name: remembered as seen under it
 * @returns {Promise<boolean>} whether it was seen to the end
 */
export function startTour(steps, { name } = {}) {
  // Asked anew at each step: a part of the page may come or go while the tour runs.
  const there = (step) => !step.target || visible(one(step.target));
  const first = steps.findIndex(there);
  if (first < 0) return Promise.resolve(false);
  const opener = document.activeElement;
  const titleId = uid("tour");
  const textId = uid("tour");
  const light = h("div", { class: "tour-light", "aria-hidden": "true" });
  const card = h("div", { class: "tour-card card" });
  const element = h(
    "dialog",
    { class: "tour", id: "tour", "aria-labelledby": titleId, "aria-describedby": textId, on: { keydown } },
    light,
    card,
  );
  let at = first;
  let frame = 0;
  let settle;

  const next = (by) => {
    let to = at + by;
    while (to >= 0 && to < steps.length && !there(steps[to])) to += by;
    return to;
  };

  function draw() {
    const step = steps[at];
    const shown = steps.filter((each) => each === step || there(each));
    replace(
      card,
      words(step, { index: shown.indexOf(step) + 1, count: shown.length, titleId, textId }),
      buttons({ first: next(-1) < 0, last: next(1) >= steps.length, move, skip: () => end(false) }),
    );
    if (step.target) reveal(one(step.target));
    put();
    one("#tour-next", card).focus({ preventScroll: true });
  }

  /** The page may still be moving: the light follows what it is on. */
  function follow() {
    put();
    frame = requestAnimationFrame(follow);
  }

  function put() {
    const step = steps[at];
    const target = step.target ? one(step.target) : null;
    light.hidden = !visible(target);
    element.classList.toggle("tour-plain", light.hidden);
    const { innerWidth: width, innerHeight: height } = window;
    const { offsetWidth: w, offsetHeight: tall } = card;
    if (light.hidden) return putAt(card, (width - w) / 2, (height - tall) / 2);
    const box = clipped(target.getBoundingClientRect(), width, height);
    Object.assign(light.style, {
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
    const [left, top] = beside(box, w, tall, width, height);
    putAt(card, left, Math.max(8, Math.min(top, height - tall - 8)));
  }

  function move(by) {
    const to = next(by);
    if (to >= steps.length) return end(true);
    at = Math.max(to, first);
    draw();
  }

  function end(whole) {
    if (!element.isConnected) return;
    if (name) remember(`tour.${name}`, "seen");
    cancelAnimationFrame(frame);
    window.removeEventListener("hashchange", leave);
    window.removeEventListener("resize", resized);
    element.close();
    element.remove();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    settle(whole);
  }

  const leave = () => end(false);
  const resized = () => reveal(steps[at].target ? one(steps[at].target) : null);

  function keydown(event) {
    event.stopPropagation(); // shortcuts of the page rest meanwhile
    if (event.key === "ArrowRight") move(1);
    else if (event.key === "ArrowLeft") move(-1);
  }

  element.addEventListener("cancel", (event) => (event.preventDefault(), leave()));
  window.addEventListener("hashchange", leave);
  window.addEventListener("resize", resized);
  document.body.append(element);
  element.showModal();
  draw();
  follow();
  return new Promise((resolve) => (settle = resolve));
}

const words = (step, { index, count, titleId, textId }) => [
  h("p", { class: "muted small-text" }, t("tour.step", { step: index, steps: count })),
  h("h2", { id: titleId }, step.title),
  h("p", { id: textId }, step.text),
  step.keys &&
    h(
      "p",
      { class: "tour-keys" },
      step.keys.map((key) => [h("kbd", null, key), " "]),
    ),
];

const buttons = ({ first, last, move, skip }) =>
  h(
    "div",
    { class: "tour-actions" },
    !last &&
      h(
        "button",
        { class: "plain small", type: "button", id: "tour-skip", on: { click: skip } },
        t("tour.skip"),
      ),
    h("span", { class: "grow" }),
    !first &&
      h("button", { class: "small", type: "button", on: { click: () => move(-1) } }, t("button.previous")),
    h(
      "button",
      { class: "primary small", type: "button", id: "tour-next", on: { click: () => move(1) } },
      t(last ? "tour.done" : "button.next"),
    ),
  );

/** Clear of the bar, which lies over what scrolls; what fills the window stays where it is. */
function reveal(element) {
  const small = element && element.getBoundingClientRect().height < window.innerHeight / 2;
  element?.scrollIntoView({ block: small ? "center" : "nearest", inline: "nearest" });
}

function visible(element) {
  if (!element) return false;
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.height > 0;
}

function putAt(element, left, top) {
  element.style.left = `${Math.round(left)}px`;
  element.style.top = `${Math.round(top)}px`;
}

const MARGIN = 6;

/** The part of a box that is on the screen, with a little air around it. */
function clipped(box, width, height) {
  const left = Math.max(4, box.left - MARGIN);
  const top = Math.max(4, box.top - MARGIN);
  return {
    left,
    top,
    width: Math.min(width - 4, box.right + MARGIN) - left,
    height: Math.min(height - 4, box.bottom + MARGIN) - top,
  };
}

/** Where the card fits: below, above, right, left, else over the lower part of a box that fills the screen. */
function beside(box, w, tall, width, height, gap = 12) {
  const inX = (x) => Math.max(8, Math.min(x, width - w - 8));
  const inY = (y) => Math.max(8, Math.min(y, height - tall - 8));
  const right = box.left + box.width;
  const bottom = box.top + box.height;
  if (bottom + gap + tall < height) return [inX(box.left), bottom + gap];
  if (box.top - gap - tall > 0) return [inX(box.left), box.top - gap - tall];
  if (right + gap + w < width) return [right + gap, inY(box.top)];
  if (box.left - gap - w > 0) return [box.left - gap - w, inY(box.top)];
  return [inX(box.left + (box.width - w) / 2), inY(bottom - tall - 24)];
}
