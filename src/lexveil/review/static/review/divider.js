/** The movable line between the panels: by pointer, by arrows, remembered. */

import { h } from "../dom.js";
import { recall, remember } from "../shell/storage.js";

const KEY = "review.divider";
const [LEAST, MOST] = [25, 80]; // per cent of the width that the document has

/** @param {any} review @param {HTMLElement} frame the element both panels are in */
export function createDivider(review, frame) {
  const { t } = review;
  let share = Number(recall(KEY)) || 58;
  const element = h("div", {
    class: "divider",
    role: "separator",
    tabindex: "0",
    "aria-orientation": "vertical",
    "aria-label": t("review.divider"),
    "aria-valuemin": String(LEAST),
    "aria-valuemax": String(MOST),
    dataset: { testid: "divider" },
    on: { pointerdown, keydown, dblclick: () => set(58) },
  });

  function set(next) {
    share = Math.max(LEAST, Math.min(MOST, next));
    frame.style.setProperty("--share", `${share}%`);
    element.setAttribute("aria-valuenow", String(Math.round(share)));
    remember(KEY, String(Math.round(share)));
  }

  function pointerdown(event) {
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    element.classList.add("dragged");
    const box = frame.getBoundingClientRect();
    const move = (moved) => set(((moved.clientX - box.left) / box.width) * 100);
    element.addEventListener("pointermove", move);
    const end = () => {
      element.removeEventListener("pointermove", move);
      element.classList.remove("dragged");
    };
    element.addEventListener("pointerup", end, { once: true });
    element.addEventListener("pointercancel", end, { once: true });
  }

  function keydown(event) {
    const step = { ArrowLeft: -2, ArrowRight: 2, PageUp: -10, PageDown: 10, Home: -100, End: 100 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    set(share + step);
  }

  set(share);
  return element;
}
