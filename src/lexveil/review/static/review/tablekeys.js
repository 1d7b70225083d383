/** Pointer and keyboard in the entity table: arrows from cell to cell, Enter and clicks to what a cell does. */

import { COLUMNS } from "./cells.js";

/**
 * @param {any} review @param {HTMLElement} grid @param {HTMLElement} canvas the rows
 * @param {any} table what the table lets its keys do
 */
export function handleTable(review, grid, canvas, table) {
  const { store, target } = review;
  const { focus, at, rename } = table;

  // Arrows belong to the grid, not to the menus of its buttons, so they are caught on the way down.
  grid.addEventListener("keydown", onKey, true);
  canvas.addEventListener("click", onClick);
  canvas.addEventListener("focusin", onFocus);

  function onKey(event) {
    if (table.isEditing(event.target) || !canvas.contains(event.target)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.shiftKey && (event.key === "ArrowDown" || event.key === "ArrowUp")) return extend(event);
    const act = moves()[event.key];
    const back = event.key === "Enter" && event.shiftKey;
    if (!act && !back) return;
    event.preventDefault();
    event.stopPropagation();
    if (act) return act();
    at(focus.id);
    review.step(-1, { stay: true });
  }

  /** Shift and an arrow pick from row to row. */
  function extend(event) {
    event.preventDefault();
    event.stopPropagation();
    if (!table.picking.size) table.picking.toggle(focus.id);
    moves()[event.key]();
    table.picking.range(focus.id);
  }

  function moves() {
    const rows = table.rows();
    const index = table.indexOf(focus.id);
    const column = COLUMNS.indexOf(focus.column);
    const near = (from, step) => {
      let row = Math.max(0, Math.min(rows.length - 1, from));
      while (rows[row]?.kind === "group") row += step;
      return rows[row] ? row : index;
    };
    return {
      ArrowDown: () => table.moveTo(near(index + 1, 1)),
      ArrowUp: () => table.moveTo(near(index - 1, -1)),
      PageDown: () => table.moveTo(near(index + table.page(), 1)),
      PageUp: () => table.moveTo(near(index - table.page(), -1)),
      Home: () => table.moveTo(near(0, 1)),
      End: () => table.moveTo(near(rows.length - 1, -1)),
      ArrowRight: () => table.moveTo(index, beside(column, 1)),
      ArrowLeft: () => table.moveTo(index, beside(column, -1)),
      F2: () => rename(store.entities.get(focus.id)),
    };
  }

  /** The next column that shows: a narrow table leaves some out. */
  function beside(column, step) {
    let next = column + step;
    while (COLUMNS[next] && !table.cellOf(focus.id, COLUMNS[next])?.offsetParent) next += step;
    return COLUMNS[next] ?? COLUMNS[column];
  }

  function onClick(event) {
    const row = event.target.closest(".row[data-entity]");
    const button = event.target.closest(".cell-button");
    if (!row || table.isEditing(event.target)) return;
    if (event.ctrlKey || event.metaKey) return table.picking.toggle(row.dataset.entity);
    if (event.shiftKey) return table.picking.range(row.dataset.entity);
    table.picking.clear();
    focus.id = row.dataset.entity;
    focus.column = event.target.closest(".cell")?.dataset.column ?? "name";
    table.rove();
    at(focus.id);
    if (button?.dataset.edit !== undefined) return rename(store.entities.get(focus.id));
    if (button?.hasAttribute("aria-haspopup")) return;
    review.step(1, { stay: true }); // again on the same row: on to its next occurrence
  }

  function onFocus(event) {
    const row = event.target.closest(".row[data-entity]");
    const column = event.target.closest(".cell")?.dataset.column;
    if (!row || !column || target.isSteady) return;
    focus.id = row.dataset.entity;
    focus.column = column;
    at(focus.id);
  }
}
