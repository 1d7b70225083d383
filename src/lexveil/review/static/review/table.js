/**
 * The entity table: a grid that draws only the rows in sight, with one cell that Tab reaches.
 *
 * In: the entities of the store. Out: choices of the reviewer (jump, rename, drop one row on another).
 */

import { framed, h } from "../dom.js";
import { number } from "../i18n.js";
import { announce } from "../shell/toast.js";
import { COLUMNS, groupElement, rowElement } from "./cells.js";
import { resizable } from "./columns.js";
import { dragRows } from "./dragging.js";
import { createPicking } from "./picking.js";
import { nameOf } from "./names.js";
import { editPseudonym } from "./renaming.js";
import { rowsOf } from "./rows.js";
import { handleTable } from "./tablekeys.js";
import { createTableHead } from "./tablehead.js";

const BESIDE = 12; // rows drawn above and below those in sight

/** How long each head is in this language, for the widths of the columns. @param {Function} t */
const letters = (t) =>
  Object.fromEntries(
    COLUMNS.map((column) => [`--letters-${column}`, String(t(`review.column.${column}`).length)]),
  );

/** @param {any} review */
export function createTable(review) {
  const { store, target, text, t } = review;
  /** @type {import("./rows.js").Order} */
  const order = { sort: "place", direction: 1, filter: "all", query: "", grouped: false };
  /** @type {import("./rows.js").Row[]} */
  let rows = [];
  const keys = new Map();
  const focus = { id: null, column: "name" }; // the cell that Tab reaches
  let editing = null;
  const drawn = new Map(); // row index → element

  const canvas = h("div", { class: "rows", role: "rowgroup" });
  const head = createTableHead(review, order, reorder);
  const scroller = h(
    "div",
    { class: "table-scroller", on: { scroll: framed(scrolled) } },
    head.columns,
    canvas,
  );
  const grid = h(
    "div",
    {
      class: "entities",
      role: "grid",
      "aria-label": t("review.entities"),
      "aria-multiselectable": "true",
      "aria-colcount": String(COLUMNS.length),
      style: letters(t),
      dataset: { testid: "entities" },
    },
    scroller,
  );
  resizable(() => grid, head.columns);
  const picking = createPicking(review, () => rows, () => choose());
  const root = h(
    "section",
    { class: "panel-entities", "aria-label": t("review.entities") },
    head.bar,
    picking.bar,
    grid,
    head.empty,
  );

  // What is in sight is noted when it changes: to ask for it at every edit costs a layout of the page.
  const sight = { top: 0, height: window.innerHeight, head: 0 };
  let high = 0; // of a row, once it is known

  /** Rows are as high as the type asks for: --row is in rem. */
  function rowHeight() {
    if (high) return high;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const found = parseFloat(getComputedStyle(root).getPropertyValue("--row")) * rem;
    if (root.isConnected && found) high = found;
    return found || 38;
  }

  function scrolled() {
    sight.top = scroller.scrollTop;
    draw();
  }

  function look() {
    sight.top = scroller.scrollTop;
    sight.height = scroller.clientHeight;
    sight.head = head.columns.offsetHeight;
  }

  /** The panel or the type has another size. */
  function resized() {
    look();
    const before = high;
    high = 0;
    const height = rowHeight();
    if (height !== before) {
      canvas.style.height = `${rows.length * height}px`;
      for (const [index, element] of drawn) element.style.top = `${index * height}px`;
    }
    draw();
  }

  function reorder() {
    keys.clear();
    recompute();
  }

  function recompute() {
    if (order.sort === "number") for (const id of store.entities.keys()) keys.set(id, store.numberOf(id));
    grid.toggleAttribute("data-base", inflected());
    rows = rowsOf(store.entities.values(), text.text, order, review.doubts.ids, keys);
    const whole = rows.length * rowHeight();
    canvas.style.height = `${whole}px`;
    sight.top = Math.max(0, Math.min(sight.top, whole + sight.head - sight.height)); // as the browser does
    grid.setAttribute("aria-rowcount", String(rows.length + 1));
    head.update(rows.filter((row) => row.kind === "entity").length);
    picking.draw();
    draw();
  }

  /** Whether the base form says something that the name does not. */
  function inflected() {
    for (const entity of store.entities.values())
      if (entity.base && entity.base !== nameOf(entity, text.text)) return true;
    return false;
  }

  /** The rows in sight and a few more. A row that is right stays: a click may be on its way to it. */
  function draw() {
    const height = rowHeight();
    const first = Math.max(0, Math.floor(sight.top / height) - BESIDE);
    const last = Math.min(rows.length, Math.ceil((sight.top + sight.height) / height) + BESIDE);
    const held = focusedColumn();
    for (const [index, element] of drawn) {
      if (editing && element.contains(editing)) continue; // what is being typed stays
      const right = rows[index] && element.shows === (rows[index].entity ?? rows[index].label);
      if (right && index >= first && index < last) continue;
      element.remove();
      drawn.delete(index);
    }
    const fresh = [];
    for (let index = first; index < last; index += 1) {
      if (drawn.has(index)) continue;
      const element = make(rows[index], index);
      element.style.top = `${index * height}px`;
      drawn.set(index, element);
      fresh.push(element);
    }
    canvas.append(...fresh);
    choose();
    rove();
    if (held && !focusedColumn() && !editing)
      target.steady(() =>
        (cellOf(focus.id, held) ?? canvas.querySelector('.cell-button[tabindex="0"]'))?.focus({
          preventScroll: true,
        }),
      );
  }

  function make(row, index) {
    const element =
      row.kind === "group" ? groupElement(row, index) : rowElement(review, row.entity, { index });
    element.shows = row.entity ?? row.label;
    return element;
  }

  /** The row of the entity one is at, and which of its occurrences. */
  function choose() {
    for (const element of drawn.values()) {
      const { entity: id } = element.dataset;
      if (!id) continue;
      const chosen = id === target.now.id;
      const counter = element.querySelector(".counter");
      element.classList.toggle("row-chosen", chosen);
      element.classList.toggle("row-picked", picking.has(id));
      element.setAttribute("aria-selected", String(chosen || picking.has(id)));
      const total = store.entities.get(id)?.mentions.length ?? 0;
      const words =
        chosen && target.index >= 0 ? t("review.of", { index: target.index + 1, total }) : number(total);
      if (counter && counter.textContent !== words) counter.textContent = words;
    }
  }

  const focusedColumn = () =>
    canvas.contains(document.activeElement) && document.activeElement !== editing
      ? document.activeElement.closest(".cell")?.dataset.column
      : null;
  const rowAt = (id) => canvas.querySelector(`.row[data-entity="${CSS.escape(id ?? "")}"]`);
  const cellOf = (id, column) => rowAt(id)?.querySelector(`.cell-${column} .cell-button`);
  const indexOf = (id) => rows.findIndex((row) => row.kind === "entity" && row.entity.id === id);

  /** Exactly one cell can be reached with Tab. */
  function rove() {
    for (const button of canvas.querySelectorAll('.cell-button[tabindex="0"]')) button.tabIndex = -1;
    const first = rows.find((row) => row.kind === "entity");
    const button = cellOf(focus.id, focus.column) ?? (first && cellOf(first.entity.id, focus.column));
    (button ?? canvas.querySelector(".cell-button"))?.setAttribute("tabindex", "0");
  }

  function scrollTo(index) {
    if (!sight.head) look(); // before the first paint
    const height = rowHeight();
    const top = index * height;
    const room = sight.height - sight.head;
    if (top < sight.top) scroller.scrollTop = top;
    else if (top + height > sight.top + room) scroller.scrollTop = top + height - room;
    else return draw();
    scrolled();
  }

  function moveTo(index, column = focus.column) {
    const row = rows[index];
    if (!row) return;
    if (row.kind === "group") return;
    focus.id = row.entity.id;
    focus.column = column;
    scrollTo(index);
    rove();
    cellOf(focus.id, column)?.focus({ preventScroll: true });
    at(row.entity.id);
    announce(
      t("review.row", {
        name: cellOf(focus.id, "name")?.textContent ?? "",
        index: index + 1,
        total: rows.length,
      }),
    );
  }

  handleTable(review, grid, canvas, {
    focus,
    picking,
    rows: () => rows,
    indexOf,
    cellOf,
    moveTo,
    rove,
    at,
    rename: (entity) => review.rename(entity),
    isEditing: (element) => Boolean(editing?.contains(element)),
    page: () => Math.max(1, Math.floor(sight.height / rowHeight()) - 2),
  });
  /** The reviewer is at this entity now, at the same occurrence if they were at it before. */
  function at(id) {
    target.set(id, target.now.id === id ? target.now.start : null, "table");
  }
  dragRows(review, canvas);

  /**
   * Type another pseudonym in its place in the table.
   * @param {import("./types.js").Entity} entity @param {{value?: string, error?: string, mark?: any}} [again]
   */
  function rename(entity, again = {}) {
    if (!entity || entity.action !== "replace") return;
    show(entity.id);
    const cell = rowAt(entity.id)?.querySelector(".cell-pseudonym");
    if (!cell) return;
    editPseudonym(review, cell, entity, {
      ...again,
      opened: (input) => (editing = input),
      closed: (back) => {
        editing = null;
        for (const element of drawn.values()) if (element.dataset.entity === entity.id) element.shows = null;
        draw();
        if (back) cellOf(entity.id, "pseudonym")?.focus({ preventScroll: true });
      },
      refused: (value, error) => {
        const now = store.entities.get(entity.id);
        if (!now) return false;
        rename(now, { value, error, mark: again.mark });
        return true;
      },
    });
  }

  /** Scroll a row into sight, whatever the filter says. */
  function show(id) {
    if (indexOf(id) < 0 && store.entities.has(id)) {
      Object.assign(order, { filter: "all", query: "" });
      head.reset();
      reorder();
    }
    const index = indexOf(id);
    if (index >= 0) scrollTo(index);
  }

  /** To the row of an entity, with the focus. */
  function enter(id) {
    show(id);
    focus.id = id;
    rove();
    cellOf(id, focus.column)?.focus({ preventScroll: true });
  }

  store.on("change", recompute);
  target.onMove((now, before, by) => {
    if (now.id && by !== "table") {
      focus.id = now.id;
      const index = indexOf(now.id);
      if (index >= 0) scrollTo(index);
    }
    draw();
  });
  const sizes = new ResizeObserver(framed(resized));
  sizes.observe(scroller);
  sizes.observe(head.columns); // as high as the type asks for, too

  return {
    root,
    picking,
    recompute,
    rename,
    show,
    enter,
    focus: () => (canvas.querySelector('.cell-button[tabindex="0"]') ?? head.search).focus(),
    get order() {
      return order;
    },
    filter(name) {
      order.filter = name;
      head.reset();
      reorder();
    },
  };
}
