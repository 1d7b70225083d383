/**
 * Mentions that belong to somebody else: `g` and a letter, or drag one onto the row of that person. `g` takes the
 * mention one is at, those that were picked, or the words that are selected.
 *
 * The letters stand beside the people who come into question, those with a like name first; `+` is somebody new.
 */

import { h } from "../dom.js";
import { place } from "../shell/menu.js";
import { announce } from "../shell/toast.js";
import { markAtOnce } from "./adding.js";
import { markAt } from "./marks.js";
import { nameOf } from "./names.js";
import { folded } from "./rows.js";

const LETTERS = "abcdefghijklmnop";
const NEW = "+";

/** @param {any} review */
export function createMoving(review) {
  const { store, target, text, t } = review;
  let shown = null;

  /** Of the same kind first, those who share a word of the name before the others. */
  function candidates(from) {
    const words = new Set(folded(text.text.slice(from.start, from.end)).split(/\s+/));
    const score = (other) => {
      const shares = folded(nameOf(other, text.text))
        .split(" ")
        .some((word) => words.has(word));
      return Number(shares) * 4 + Number(other.category === from.category) * 2 + Number(other.action === "replace");
    };
    return [...store.entities.values()]
      .filter((other) => other.id !== from.owner && other.action !== "reject")
      .map((other) => [score(other), other])
      .sort(([one, a], [two, b]) => two - one || b.mentions.length - a.mentions.length)
      .slice(0, LETTERS.length)
      .map(([, other]) => other);
  }

  /** Marks as they are by now: a menu may stay open while somebody else edits. */
  const standing = (marks) =>
    marks
      .map((mark) => store.entities.get(mark.id) && markAt(store.entities.get(mark.id), mark.start))
      .filter(Boolean);

  /** Whose places can be given away: what is selected, what was picked, or where one is. */
  function open(entity = target.entity, mark = target.mark) {
    const range = review.selection.selected();
    const picked = review.table.picking.marks();
    if (range) return ask({ start: range[0], end: range[1], owner: null, category: "PERSON" }, ofRange(range));
    const marks = picked.length ? picked : mark ? [mark] : [];
    if (!marks.length) return review.toast(t("review.choose-first"));
    const owners = new Set(marks.map(({ id }) => id));
    const { category } = store.entities.get(marks[0].id) ?? entity;
    ask({ ...marks[0], owner: owners.size === 1 ? marks[0].id : null, category }, ofMarks(marks));
  }

  const ofRange = (range) => ({
    to: (other) => markAtOnce(review, range, { entity: other.id, category: other.category }),
    anew: () => markAtOnce(review, range, { category: "PERSON", role: "UNKNOWN" }),
  });

  const ofMarks = (marks) => ({
    to(other) {
      const now = standing(marks).filter(({ id }) => id !== other.id);
      if (now.length) review.actions.move(now, other);
      review.table.picking.clear();
    },
    anew() {
      const now = standing(marks);
      if (now.length) review.actions.part(now);
      review.table.picking.clear();
    },
  });

  /** @param {{start: number, end: number, owner: string | null, category: string}} from @param {{to: Function, anew: Function}} give */
  function ask(from, give) {
    close();
    const people = candidates(from);
    const take = (index) => {
      const other = store.entities.get(people[index]?.id);
      close();
      if (other) give.to(other);
    };
    const item = (key, run, ...words) =>
      h(
        "button",
        { class: "menu-item", role: "menuitem", type: "button", tabindex: "-1", on: { click: run } },
        h("kbd", null, key),
        h("span", { class: "menu-text" }, ...words),
      );
    const anew = () => (close(), give.anew());
    const title = t("review.move-title", { name: text.text.slice(from.start, from.end).replace(/\s+/g, " ") });
    shown = h(
      "div",
      {
        class: "menu moving",
        role: "menu",
        popover: "auto",
        "aria-label": t("review.move-mention"),
        dataset: { testid: "moving" },
        on: {
          keydown(event) {
            event.stopPropagation();
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            const at = LETTERS.indexOf(event.key.toLowerCase());
            if (step) {
              event.preventDefault();
              const items = [...shown.querySelectorAll(".menu-item")];
              items[(items.indexOf(document.activeElement) + step + items.length) % items.length]?.focus();
            } else if (event.key === "Escape") {
              event.preventDefault(); // not by the browser, for the mark that gets its focus back shows its card
              close();
            } else if (event.key === NEW) {
              event.preventDefault();
              anew();
            } else if (event.key.length === 1 && at >= 0 && at < people.length) {
              event.preventDefault();
              take(at);
            }
          },
        },
      },
      h("p", { class: "menu-title" }, title),
      people.map((other, index) =>
        item(
          LETTERS[index],
          () => take(index),
          nameOf(other, text.text),
          other.pseudonym && h("small", null, other.pseudonym),
        ),
      ),
      item(NEW, anew, t("review.move-new")),
    );
    const made = shown;
    made.addEventListener("toggle", (event) => {
      if (event.newState !== "closed") return;
      made.remove();
      if (shown === made) shown = null;
    });
    review.root.append(made);
    review.target.steady(() => made.showPopover()); // which hides the card, and gives the mark its focus back
    place(made, review.pane.markAt(from.start) ?? review.root);
    made.querySelector(".menu-item")?.focus();
    announce(title);
  }

  function close() {
    const made = shown;
    shown = null;
    // The focus goes back to the mark, whose card is not asked for.
    if (made?.isConnected) review.target.steady(() => made.hidePopover());
  }

  return { open };
}
