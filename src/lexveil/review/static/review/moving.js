/**
 * A mention that belongs to somebody else: `g` and a letter, or drag it onto the row of that person.
 *
 * The letters stand beside the people who come into question, those with a like name first.
 */

import { h } from "../dom.js";
import { place } from "../shell/menu.js";
import { announce } from "../shell/toast.js";
import { markAt } from "./marks.js";
import { nameOf } from "./names.js";
import { folded } from "./rows.js";

const LETTERS = "abcdefghijklmnop";

/** @param {any} review */
export function createMoving(review) {
  const { store, target, text, t } = review;
  let shown = null;

  /** Of the same kind first, those who share a word of the name before the others. */
  function candidates(entity, mark) {
    const words = new Set(folded(text.text.slice(mark.start, mark.end)).split(" "));
    const score = (other) => {
      const shares = folded(nameOf(other, text.text))
        .split(" ")
        .some((word) => words.has(word));
      return Number(shares) * 4 + Number(other.category === entity.category) * 2 + Number(other.action === "replace");
    };
    return [...store.entities.values()]
      .filter((other) => other.id !== entity.id && other.action !== "reject")
      .map((other) => [score(other), other])
      .sort(([one, a], [two, b]) => two - one || b.mentions.length - a.mentions.length)
      .slice(0, LETTERS.length)
      .map(([, other]) => other);
  }

  function open(entity = target.entity, mark = target.mark) {
    if (!entity || !mark) return review.toast(t("review.choose-first"));
    close();
    const people = candidates(entity, mark);
    const take = (index) => {
      const other = store.entities.get(people[index]?.id);
      const now = store.entities.get(entity.id);
      const here = now && markAt(now, mark.start);
      close();
      if (other && here) review.actions.move(now, here, other);
    };
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
            } else if (event.key.length === 1 && at >= 0 && at < people.length) {
              event.preventDefault();
              take(at);
            }
          },
        },
      },
      h("p", { class: "menu-title" }, t("review.move-title", { name: text.text.slice(mark.start, mark.end) })),
      people.map((other, index) =>
        h(
          "button",
          { class: "menu-item", role: "menuitem", type: "button", tabindex: "-1", on: { click: () => take(index) } },
          h("kbd", null, LETTERS[index]),
          h(
            "span",
            { class: "menu-text" },
            nameOf(other, text.text),
            other.pseudonym && h("small", null, other.pseudonym),
          ),
        ),
      ),
    );
    const made = shown;
    made.addEventListener("toggle", (event) => {
      if (event.newState !== "closed") return;
      made.remove();
      if (shown === made) shown = null;
    });
    review.root.append(made);
    made.showPopover();
    place(made, review.pane.markAt(mark.start) ?? review.root);
    made.querySelector(".menu-item")?.focus();
    announce(t("review.move-title", { name: text.text.slice(mark.start, mark.end) }));
  }

  function close() {
    const made = shown;
    shown = null;
    // The focus goes back to the mark, whose card is not asked for.
    if (made?.isConnected) review.target.steady(() => made.hidePopover());
  }

  return { open, close };
}
