/**
 * The review of one document: loads it, joins the parts, and takes them down again.
 *
 * In: an element, the id of a document, the services of the shell. Out: `{close}`. The parts know each other
 * only through the `review` object that is put together here.
 */

import { h, replace } from "../dom.js";
import { reasonText } from "../i18n.js";
import { errorState, loadingState } from "../shell/states.js";
import { announce } from "../shell/toast.js";
import { createActions } from "./actions.js";
import { openAdd } from "./adding.js";
import { createCard } from "./card.js";
import { createDivider } from "./divider.js";
import { openDifference } from "./difference.js";
import { createDoubts } from "./doubts.js";
import { OPEN } from "./guess.js";
import { openHelp } from "./help.js";
import { openMerge, openSplit } from "./joining.js";
import { watchKeys } from "./keys.js";
import { watchLive } from "./live.js";
import { createLook } from "./look.js";
import { createMinimap } from "./minimap.js";
import { surelyStays } from "./marks.js";
import { createMoving } from "./moving.js";
import { createNotes } from "./notes.js";
import { createPane } from "./pane.js";
import { createPeek } from "./peek.js";
import { createPreview } from "./preview.js";
import { readPane } from "./reading.js";
import { openReasons } from "./reasons.js";
import { openRemote } from "./remote.js";
import { createSearch } from "./search.js";
import { watchSelection } from "./selection.js";
import { createSending } from "./sending.js";
import { createSpans } from "./spans.js";
import { createStore } from "./store.js";
import { createSuggestions } from "./suggestions.js";
import { createTable } from "./table.js";
import { createTarget } from "./target.js";
import { createToolbar } from "./toolbar.js";
import { createViews } from "./views.js";

/**
 * @param {HTMLElement} root @param {string} documentId
 * @param {{api: any, t: Function, dialog: Function, toast: Function, openExport: Function} & Record<string, any>} shell
 */
export function openReview(root, documentId, shell) {
  let closed = false;
  let close = () => {};

  async function load() {
    replace(root, loadingState(8));
    try {
      const remote = await openRemote(shell.api, documentId);
      if (closed) return;
      close = build(root, remote, shell);
    } catch (error) {
      if (!error.kind) console.error(error);
      if (!closed) replace(root, errorState(error, { retry: load, level: "h2" }));
    }
  }
  load();
  return {
    close() {
      closed = true;
      close();
    },
  };
}

function build(root, remote, shell) {
  const { api, t } = shell;
  const frame = h("div", { class: "review", dataset: { view: "marked", unsent: "0", testid: "review" } });
  const store = createStore(remote.first);
  const review = {
    ...shell,
    remote,
    store,
    root: frame,
    text: remote.text,
    options: { showKept: false },
    hides: (entity, mark) => !review.options.showKept && surelyStays(entity, mark, review.doubts.ids),
    categories: api.here?.categories ?? [],
    target: createTarget(store),
  };
  review.look = createLook(review);
  review.sending = createSending(review);
  review.preview = createPreview(review);
  review.doubts = createDoubts(review);
  review.actions = createActions(review);
  review.peek = createPeek(review);
  review.card = createCard(review);
  review.pane = createPane(review, { mode: "marked", label: t("review.view.marked"), id: "document" });
  review.views = createViews(review);
  review.table = createTable(review);
  review.minimap = createMinimap(review, review.pane);
  review.search = createSearch(review, review.pane);
  review.selection = watchSelection(review, review.pane);
  review.spans = createSpans(review, review.pane);
  review.suggestions = createSuggestions(review);
  review.moving = createMoving(review);
  review.notes = createNotes(review);
  Object.assign(review, doors(review));
  review.toolbar = createToolbar(review);

  frame.append(...arrange(review), review.card.element);
  replace(root, frame);
  review.pane.start();
  review.table.recompute();
  readPane(review, review.pane);

  const stopKeys = watchKeys(review);
  const live = watchLive(review);
  review.doubts.onChange((moved) => {
    review.table.recompute();
    review.views.refresh([...moved].flatMap((id) => store.entities.get(id)?.mentions ?? []).map(({ start }) => start));
  });
  review.sending.onDone(({ became, kind, ids }) => {
    // Still at the entity that had no id of its own until now.
    if (became && review.target.now.id === became.from)
      review.target.set(became.to, review.target.now.start, "answer");
    if ((kind === "undo" || kind === "redo") && ids.size) showChange(review, ids);
  });
  review.sending.resume().then((count) => count && shell.toast(t("review.resumed")));
  review.doubts.load();
  review.suggestions.load();
  review.notes.load();
  if (shell.entity && store.entities.has(shell.entity))
    review.goTo(shell.entity, store.entities.get(shell.entity).mentions[0]?.start);
  if (shell.at) review.goToPlace(remote.inward(Number(shell.at)));
  if (shell.open === "doubts") review.doubts.move(1);
  if (shell.open === "names") review.table.filter("open");

  return () => {
    stopKeys();
    live.close();
    review.spans.finish();
    review.sending.close();
    store.close();
    review.toolbar.close();
    review.peek.hide();
    review.card.close();
    review.pane.close();
    review.views.close();
    review.minimap.close();
    review.selection.close();
    review.search.end();
    frame.remove();
  };
}

/** Where the parts stand. */
function arrange(review) {
  const panels = h("div", { class: "panels" });
  const document = h(
    "section",
    { class: "panel-document", dataset: { tour: "text" } },
    review.search.root,
    h(
      "div",
      { class: "sheets" },
      h("div", { class: "sheet-box" }, review.pane.root, review.minimap.element),
      review.views.twinBox,
    ),
  );
  review.table.root.dataset.tour = "table";
  review.doubts.banner.dataset.tour = "doubts";
  panels.append(document, createDivider(review, panels), review.table.root);
  return [review.toolbar.root, ...languageNotes(review), review.doubts.banner, review.suggestions.root, panels];
}

/** What the reader must know of the language: that it is unknown, unclear, or read by a model for another. */
function languageNotes({ text }) {
  return text.languageNotes.map((note) => h("p", { class: "language-note", role: "note" }, reasonText(note)));
}

/** What the parts ask each other for. */
function doors(review) {
  const { store, target, pane, card } = review;

  /**
   * Go to an occurrence: scroll, focus, card.
   * @param {{stay?: boolean, shows?: boolean}} [options] stay: the focus does not move; shows: the card too
   */
  function goTo(id, start, { stay = false, shows = true } = {}) {
    if (start === undefined) return target.set(id, null, "go");
    if (review.views.view === "original") review.views.show("marked");
    target.set(id, start, stay ? "table" : "go");
    const element = pane.reveal(start);
    if (!element) return;
    if (!stay) element.focus({ preventScroll: true });
    if (shows) card.showSoon(() => pane.markAt(start) ?? element);
    else card.hide();
  }

  /** Type another pseudonym; where the service is still to say what becomes of the name, once it has. */
  function rename(entity, mark = null) {
    if (unanswered(entity)) return review.sending.after(entity.id, rename);
    if (entity?.action !== "replace") return review.toast(review.t("review.rename.stays"));
    card.hide();
    review.table.rename(entity, { mark });
  }

  const unanswered = (entity) =>
    entity &&
    review.api.online &&
    store.isPending(entity.id) &&
    (entity.action !== "replace" || entity.pseudonym === OPEN);

  /** To a place in the text: to what is marked there, if something is. @param {number} offset */
  function goToPlace(offset) {
    const mark = store.marks.find(({ start, end }) => start <= offset && offset < end);
    if (mark) goTo(mark.id, mark.start);
    else pane.reveal(offset);
  }

  return {
    goTo,
    goToPlace,
    /** To the next or previous occurrence of the entity one is at. */
    step(by, options = {}) {
      const entity = target.entity;
      if (!entity) return review.toast(review.t("review.choose-first"));
      const count = entity.mentions.length;
      const index = target.index < 0 ? (by > 0 ? 0 : count - 1) : (target.index + by + count) % count;
      const { start } = entity.mentions[index];
      const inCard = card.element.contains(document.activeElement);
      goTo(entity.id, start, { stay: options.stay || inCard });
    },
    add: (from) => (review.selection.hide(), openAdd(review, from)),
    merge: (entity) => openMerge(review, entity),
    split: (entity, mark) => openSplit(review, entity, mark),
    rename,
    why: (entity) => openReasons(review, entity),
    difference: () => openDifference(review),
    help: () => openHelp(review),
    /** After a dialog: to what was done in it, or to where the reviewer was. @param {any} done */
    refocus(done) {
      const lost = () => !document.activeElement || document.activeElement === document.body;
      if (!done && !lost()) return;
      const { entity, mark } = target;
      // Who chose a name in the table and none of its occurrences goes back there: a next key is for the name.
      if (mark) goTo(entity.id, mark.start);
      else if (entity) review.table.enter(entity.id);
      // Held still: the focus of the document as a whole must not choose a name for the next key to act on.
      if (lost()) target.steady(() => pane.root.focus({ preventScroll: true }));
    },
    export: () => review.openExport(review.remote.id, { onDone: () => store.setState("exported") }),
    focusDocument() {
      const mark = target.mark ?? target.entity?.mentions[0];
      const element = mark && pane.reveal(mark.start);
      (element ?? pane.root).focus({ preventScroll: true });
    },
    toggleKept() {
      review.options.showKept = !review.options.showKept;
      review.toolbar.setKept(review.options.showKept);
      review.views.refreshAll();
      review.minimap.draw();
    },
  };
}

/** After an undo the reviewer sees what came back. */
function showChange(review, ids) {
  const { store, target } = review;
  const id =
    ids.has(target.now.id) && store.entities.has(target.now.id)
      ? target.now.id
      : [...ids].find((each) => store.entities.has(each));
  const entity = id && store.entities.get(id);
  if (!entity) return;
  const mark = entity.mentions.find(({ start }) => start === target.now.start) ?? entity.mentions[0];
  if (target.now.id !== id || target.now.start !== mark?.start) review.goTo(id, mark?.start, { stay: true, shows: false });
  announce(review.t("review.undone"));
}
