/**
 * By drag and drop: a row of the table is dropped on the entity that it belongs to, a mention of the text on the
 * row of the person who is meant.
 */

import { markAt } from "./marks.js";

/** @param {any} review @param {HTMLElement} canvas */
export function dragRows(review, canvas) {
  const { store } = review;
  let dragged = null;
  let over = null;
  let carried = null; // a mention of the text, on its way to whom it belongs
  const rowOf = (event) => event.target.closest?.(".row[data-entity]");

  function point(row) {
    over?.classList.remove("row-drop");
    over = row;
    row?.classList.add("row-drop");
  }

  canvas.addEventListener("dragstart", (event) => {
    const row = rowOf(event);
    if (!row) return;
    dragged = row.dataset.entity;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", ""); // Firefox drags nothing without data; the name stays here
    row.classList.add("row-dragged");
  });
  review.pane.root.addEventListener("dragstart", (event) => {
    const element = event.target.closest?.(".mark");
    if (!element) return;
    carried = { id: element.dataset.entity, start: Number(element.dataset.at) };
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", "");
  });
  review.pane.root.addEventListener("dragend", () => {
    carried = null;
    point(null);
  });
  canvas.addEventListener("dragover", (event) => {
    const row = rowOf(event);
    const from = dragged ?? carried?.id;
    if (!from || !row || row.dataset.entity === from) return point(null);
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
    if (row !== over) point(row);
  });
  canvas.addEventListener("drop", (event) => {
    const row = rowOf(event);
    if (carried && row) return drop(event, row);
    if (!dragged || !row) return;
    event.preventDefault();
    const target = store.entities.get(row.dataset.entity);
    const other = store.entities.get(dragged);
    if (target && other) review.actions.merge(target, other);
  });
  function drop(event, row) {
    event.preventDefault();
    const target = store.entities.get(row.dataset.entity);
    const entity = store.entities.get(carried.id);
    const mark = entity && markAt(entity, carried.start);
    if (target && mark) review.actions.move([mark], target);
  }
  canvas.addEventListener("dragend", () => {
    dragged = null;
    point(null);
    for (const row of canvas.querySelectorAll(".row-dragged")) row.classList.remove("row-dragged");
  });
}
