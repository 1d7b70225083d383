/** Merging by drag and drop: a row of the table is dropped on the entity that it belongs to. */

/** @param {any} review @param {HTMLElement} canvas */
export function dragRows(review, canvas) {
  const { store } = review;
  let dragged = null;
  let over = null;
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
  canvas.addEventListener("dragover", (event) => {
    const row = rowOf(event);
    if (!dragged || !row || row.dataset.entity === dragged) return point(null);
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
    if (row !== over) point(row);
  });
  canvas.addEventListener("drop", (event) => {
    const row = rowOf(event);
    if (!dragged || !row) return;
    event.preventDefault();
    const target = store.entities.get(row.dataset.entity);
    const other = store.entities.get(dragged);
    if (target && other) review.actions.merge(target, other);
  });
  canvas.addEventListener("dragend", () => {
    dragged = null;
    point(null);
    for (const row of canvas.querySelectorAll(".row-dragged")) row.classList.remove("row-dragged");
  });
}
