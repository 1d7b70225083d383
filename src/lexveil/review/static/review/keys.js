/**
 * One key per action. Keys never fire while something is typed, in a menu, or under a dialog.
 */

import { rolesOf } from "../shell/roles.js";
import { markAtOnce } from "./adding.js";

/** @param {any} review @returns {() => void} stops listening */
export function watchKeys(review) {
  const { target, actions } = review;
  const act = (name) => (one) => {
    const { picking } = review.table;
    if (picking.several) return picking.act(name);
    actions[name](target.entity, one ? target.mark : null);
  };
  /** Without Shift: the whole entity. With Shift: only the occurrence one is at. */
  const LETTERS = {
    a: (one) =>
      (!one && !review.table.picking.several && review.doubts.answer(0, target.now.id)) || act("accept")(one),
    g: () => review.moving.open(),
    x: pick,
    l: () => review.again?.(),
    r: act("reject"),
    k: (one) => {
      const entity = target.entity;
      if (review.table.picking.several) return act("keep")(one);
      return entity && stays(entity, one ? target.mark : null) ? act("replace")(one) : act("keep")(one);
    },
    m: () => review.merge(target.entity),
    s: () => review.split(target.entity, target.mark),
    e: () => (target.entity ? review.rename(target.entity) : review.toast(review.t("review.choose-first"))),
    u: () => actions.undo(),
    n: () => review.doubts.move(1),
    p: () => review.doubts.move(-1),
    v: () => review.views.next(),
    h: () => review.toggleKept(),
    t: () => review.table.focus(),
    d: () => review.focusDocument(),
    y: () => review.why(target.entity),
    c: () => review.notes.show(),
    w: () => actions.whitelist(target.entity, "document"),
  };
  const SIGNS = {
    "/": () => review.search.open(),
    "?": () => review.help(),
    "+": () => review.add({ range: review.selection.selected() }),
    Insert: () => review.add({ range: review.selection.selected() }),
    ".": () => review.step(1),
    ",": () => review.step(-1),
  };

  /** The entity, or with Shift the place alone. */
  function pick(one) {
    const { picking } = review.table;
    if (one) return target.mark && picking.togglePlace(target.mark.start);
    return target.entity && picking.toggle(target.entity.id);
  }

  /** A role by its number: of the words that are selected, of what was picked, of what one is at; 0 is the last. */
  function roleKey(index, one) {
    const range = review.selection.selected();
    if (range) return markAtOnce(review, range, { category: "PERSON", role: rolesOf("PERSON").at(index) });
    if (review.table.picking.several) return review.table.picking.role(index);
    actions.roleByKey(target.entity, index, one ? target.mark : null);
  }

  function onKey(event) {
    if (event.defaultPrevented || event.isComposing || busy(event.target)) return;
    const run =
      event.altKey && event.shiftKey
        ? spanKey(event)
        : event.ctrlKey || event.metaKey
          ? control(event)
          : event.altKey
            ? answerKey(event)
            : plain(event);
    if (!run) return;
    event.preventDefault();
    run();
  }

  function plain(event) {
    const sign = SIGNS[event.key];
    if (sign) return sign;
    if (event.key === "Escape") return review.card.shown && (() => review.card.hide()); // wherever the focus is
    const digit = /^Digit([0-9])$/.exec(event.code);
    if (digit) return () => roleKey(Number(digit[1]) - 1, event.shiftKey);
    const letter = LETTERS[event.key.toLowerCase()];
    return letter && (() => letter(event.shiftKey));
  }

  /** Alt and a number: that answer to the doubt one is at. */
  function answerKey({ code }) {
    const digit = /^Digit([1-9])$/.exec(code);
    return digit && review.doubts.walking && (() => review.doubts.answer(Number(digit[1]) - 1));
  }

  function control(event) {
    const key = event.key.toLowerCase();
    if (key === "z") return event.shiftKey ? actions.redo : actions.undo;
    if (key === "y") return actions.redo;
    return null;
  }

  /** Right and left move the end, up and down the beginning; with Ctrl by letters. */
  function spanKey(event) {
    const [edge, step] =
      { ArrowRight: ["end", 1], ArrowLeft: ["end", -1], ArrowUp: ["start", -1], ArrowDown: ["start", 1] }[
        event.key
      ] ?? [];
    return edge && (() => review.spans.nudge(edge, step, event.ctrlKey));
  }

  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

const stays = (entity, mark) => entity.action !== "replace" || Boolean(mark && mark.flags & 2);

/** Something is typed or chosen there. */
function busy(element) {
  if (!(element instanceof Element)) return false;
  if (element.closest("dialog, .menu, [contenteditable]")) return true;
  if (element.matches("select, textarea")) return true;
  return element.matches("input") && !["checkbox", "radio", "button"].includes(element.type);
}
