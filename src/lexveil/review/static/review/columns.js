/**
 * The widths of the columns of the table: dragged at the edge of a head, or with Shift and the arrows on it; a
 * double click, or Shift-Home, gives a column the width of its own again.
 */

import { h } from "../dom.js";

const LEAST = 48; // pixels of a column
const STEP = 16;

/** @param {() => HTMLElement} table the grid, which has the widths @param {HTMLElement} heads the row of heads */
export function resizable(table, heads) {
  for (const cell of heads.children) if (cell.dataset.column) cell.append(grip(cell));
  heads.addEventListener("keydown", onKey);

  const wide = (cell) => cell.getBoundingClientRect().width;

  /** @param {HTMLElement} cell @param {number | null} width */
  function set(cell, width) {
    const { style } = table();
    const name = `--wide-${cell.dataset.column}`;
    if (width === null) style.removeProperty(name);
    else style.setProperty(name, `${Math.max(LEAST, Math.round(width))}px`);
    // What the others need beside it, so that the table scrolls sideways and no column is pressed together.
    style.removeProperty("--wide-all");
    const all = [...heads.children].reduce((sum, each) => sum + wide(each), 0);
    if (all > heads.clientWidth + 1) style.setProperty("--wide-all", `${Math.ceil(all)}px`);
  }

  function onKey(event) {
    const cell = event.target.closest("[data-column]");
    if (!cell || !event.shiftKey || event.ctrlKey || event.altKey) return;
    const step = { ArrowRight: STEP, ArrowLeft: -STEP }[event.key];
    if (!step && event.key !== "Home") return;
    event.preventDefault();
    event.stopPropagation();
    set(cell, step ? wide(cell) + step : null);
  }

  function grip(cell) {
    const element = h("span", { class: "column-grip", "aria-hidden": "true" });
    element.addEventListener("dblclick", () => set(cell, null));
    element.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      event.preventDefault();
      const [from, width] = [event.clientX, wide(cell)];
      const over = new AbortController();
      const { signal } = over;
      element.setPointerCapture(event.pointerId);
      element.classList.add("dragged");
      element.addEventListener("pointermove", (move) => set(cell, width + move.clientX - from), { signal });
      for (const end of ["pointerup", "pointercancel"])
        element.addEventListener(end, () => (element.classList.remove("dragged"), over.abort()), { signal });
    });
    return element;
  }
}
