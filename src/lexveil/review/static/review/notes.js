/**
 * Comments for whoever reads next, on the document or on one of its places, and problems that keep it out of the
 * queue: listed, written, settled. The button in the bar says how many are open.
 */

import { h, replace } from "../dom.js";
import { ago } from "../i18n.js";
import { field, needed } from "../shell/form.js";
import { badge } from "../shell/badges.js";
import { icon } from "./icons.js";

/** @param {any} review */
export function createNotes(review) {
  const { remote, text, t } = review;
  /** @type {any[]} */
  let notes = [];
  const counts = new Set();

  function take(found) {
    notes = found;
    for (const listener of counts) listener(open().length);
  }
  const open = () => notes.filter((each) => !each.done);
  const load = () => remote.notes().then(take, () => null); // without them the review goes on

  /** @param {import("./types.js").Mark | null} [mark] what is commented on */
  function show(mark = review.target.mark) {
    review.card.hide();
    const list = h("ul", { class: "notes", dataset: { testid: "notes" } });
    const words = h("textarea", { name: "comment", rows: 3, maxlength: 4000 });
    const about = mark ? text.text.slice(mark.start, mark.end) : "";
    const said = field({ label: mark ? t("notes.about", { name: about }) : t("notes.about-document"), control: words });
    const problem = h("input", { type: "checkbox", name: "problem" });
    const shown = review.dialog({
      title: t("notes.title"),
      size: "large",
      focus: "textarea",
      body: h(
        "div",
        { class: "stack" },
        list,
        said,
        h("label", { class: "check" }, problem, t("notes.problem")),
      ),
      actions: [
        { label: t("button.close"), value: null },
        { label: t("notes.add"), kind: "primary", id: "add-note", run: add },
      ],
    });

    async function add() {
      const wanted = needed(said, words);
      if (!wanted) return false;
      const kind = problem.checked ? "problem" : "comment";
      take(await remote.addNote({ text: wanted, kind, mention: mark ? [mark.start, mark.end] : null }));
      words.value = "";
      draw();
      return false;
    }

    async function change(promise) {
      try {
        await promise;
        await load();
        draw();
      } catch (error) {
        shown.fail(error);
      }
    }

    function draw() {
      replace(
        list,
        notes.length ? notes.map(item) : h("li", { class: "muted" }, t("notes.none")),
      );
    }

    function item(note) {
      return h(
        "li",
        { class: ["note-item", note.done && "note-done"], dataset: { testid: "note" } },
        h(
          "p",
          { class: "muted" },
          note.kind === "problem" && [badge("bad", t("notes.kind-problem")), " "],
          [note.name, ago(note.time), note.done && t("notes.done")].filter(Boolean).join(" · "),
        ),
        note.mention && h("q", null, text.text.slice(...note.mention)),
        h("p", { class: "note-text" }, note.text),
        h(
          "div",
          { class: "row-start" },
          note.mention &&
            button("right", t("notes.jump"), () => (shown.close(), review.goToPlace(note.mention[0]))),
          button(note.done ? "retry" : "check", t(note.done ? "notes.reopen" : "notes.settle"), () =>
            change(remote.settleNote(note.id, !note.done)),
          ),
          note.mine && button("close", t("notes.remove"), () => change(remote.removeNote(note.id))),
        ),
      );
    }

    const button = (sign, label, click) =>
      h("button", { class: "small", type: "button", on: { click } }, icon(sign), label);

    draw();
    load().then(draw);
    shown.closed.then(review.refocus);
  }

  return {
    load,
    show,
    onCount(listener) {
      counts.add(listener);
    },
  };
}
