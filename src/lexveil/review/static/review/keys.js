/**
 * One key per action. Keys never fire while something is typed, in a menu, or under a dialog.
 */

const BULK = new Set(["accept", "reject", "keep", "replace"]); // what several can be told together

/** @param {any} review @returns {() => void} stops listening */
export function watchKeys(review) {
  const { target, actions } = review;
  const act = (name) => (one) => {
    const { picking } = review.table;
    if (picking.size > 1 && BULK.has(name)) return picking.act(name);
    actions[name](target.entity, one ? target.mark : null);
  };
  /** Without Shift: the whole entity. With Shift: only the occurrence one is at. */
  const LETTERS = {
    a: (one) => (!one && review.doubts.answer(0, target.now.id)) || act("accept")(one),
    g: () => review.moving.open(),
    x: () => target.entity && review.table.picking.toggle(target.entity.id),
    r: act("reject"),
    k: (one) => {
      const entity = target.entity;
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
    const digit = /^Digit([1-9])$/.exec(event.code);
    if (digit)
      return () => actions.roleByKey(target.entity, Number(digit[1]) - 1, event.shiftKey ? target.mark : null);
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
