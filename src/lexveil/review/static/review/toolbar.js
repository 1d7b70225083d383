/** The bar over the panels: views, search, undo, where the document stands, export. */

import { h, replace } from "../dom.js";
import { number } from "../i18n.js";
import { stateBadge, stateName } from "../shell/badges.js";
import { explain } from "../shell/explain.js";
import { openList } from "../shell/exportparts.js";
import { icon } from "./icons.js";
import { menu, tooltip } from "../shell/menu.js";
import { viewsOf } from "./views.js";
import { fetchCopy, hasTags, readCopy } from "./wordcopy.js";

/** @param {any} review */
export function createToolbar(review) {
  const { store, t, api } = review;
  const views = h(
    "div",
    { class: "segments", role: "group", "aria-label": t("review.views"), dataset: { tour: "views" } },
    viewsOf(review).map(viewButton),
  );
  const undo = only("undo", "undo", t("review.undo"), () => review.actions.undo(), "u");
  const redo = only("redo", "redo", t("review.redo"), () => review.actions.redo(), "Control+Y");
  const waiting = h("span", { class: "waiting", role: "status", dataset: { testid: "waiting" } });
  const state = h("div", { class: "state", dataset: { testid: "state" } });
  const keptButton = h(
    "button",
    {
      class: "small toggle",
      type: "button",
      "aria-pressed": "false",
      dataset: { testid: "show-kept" },
      on: { click: () => review.toggleKept() },
    },
    t("review.show-kept"),
  );
  const notes = only("notes", "comment", t("notes.title"), () => review.notes.show(), "c");
  const notesCount = h("span", { class: "badge count-badge", hidden: true });
  notes.append(notesCount);
  review.notes.onCount((count) => {
    notesCount.hidden = !count;
    notesCount.textContent = number(count);
    notes.setAttribute("aria-label", count ? `${t("notes.title")} (${number(count)})` : t("notes.title"));
  });
  const more = only("more", "more", t("review.more-actions"), null);
  menu(more, moreItems, { align: "end" });
  const root = h(
    "div",
    { class: "review-bar", role: "toolbar", "aria-label": t("review.toolbar") },
    h("div", { class: "bar-group" }, views, keptButton),
    h(
      "div",
      { class: "bar-group" },
      only("search", "search", t("review.search"), () => review.search.open(), "/"),
      only(
        "add",
        "add",
        t("review.add.title"),
        () => review.add({ range: review.selection.selected() }),
        "+",
      ),
      h("span", { class: "pair-buttons", dataset: { tour: "undo" } }, undo, redo),
      notes,
      only("help", "help", t("review.keys"), () => review.help(), "?"),
      waiting,
    ),
    h(
      "div",
      { class: "bar-group bar-end" },
      state,
      h(
        "button",
        {
          class: "small primary",
          type: "button",
          dataset: { tour: "export", testid: "export" },
          on: { click: () => review.export() },
        },
        icon("download"),
        t("review.export"),
      ),
      more,
    ),
  );

  function only(name, sign, label, click, key) {
    const button = h(
      "button",
      {
        class: "plain icon-only small",
        type: "button",
        "aria-label": label,
        "aria-keyshortcuts": key,
        dataset: { testid: name },
        on: click ? { click } : {},
      },
      icon(sign),
    );
    return tooltip(button, key ? `${label} (${key === "Control+Y" ? "Ctrl-Y" : key})` : label);
  }

  function viewButton(view) {
    return h(
      "button",
      {
        type: "button",
        "aria-pressed": String(view === "marked"),
        dataset: { view },
        on: { click: () => review.views.show(view) },
      },
      t(`review.view.${view}`),
    );
  }

  /** Who may move the document on: the service has the last word. */
  function moves() {
    const role = api.here?.user?.role;
    const alone = api.here?.mode === "single";
    const reader = alone || role === "second reader" || role === "administrator";
    // Who works alone has nobody for a second reading: the shortest way comes first.
    const on = alone
      ? ["approved", "second reading"]
      : ["second reading", role === "administrator" && "approved"];
    return (
      {
        new: on,
        "in review": on,
        "second reading": [reader && "approved", "in review"],
        approved: ["in review"],
        exported: ["in review"],
      }[store.state] ?? []
    ).filter(Boolean);
  }

  function moreItems() {
    return [
      ...moves().map((to) => ({
        label: t(`review.move.${to.replace(" ", "-")}`),
        note: stateName(to),
        run: () => move(to),
      })),
      "-",
      ...review.look.items(),
      "-",
      { label: t("difference.title"), icon: "list", run: () => review.difference() },
      { label: t("reviewcopy.make"), icon: "download", run: () => fetchCopy(review, "word") },
      ...(hasTags(review)
        ? [{ label: t("reviewcopy.tagged"), icon: "download", run: () => fetchCopy(review, "tagged") }]
        : []),
      { label: t("reviewcopy.read"), icon: "upload", run: () => readCopy(review) },
      ...(review.next ? [{ label: t("next.open"), icon: "right", run: () => review.next() }] : []),
      ...(review.openStatistics
        ? [
            {
              label: t("review.statistics"),
              icon: "chart",
              run: () => review.openStatistics(review.remote.id),
            },
          ]
        : []),
      { label: t("review.keys"), icon: "help", note: "?", run: () => review.help() },
      ...(review.startTour
        ? [{ label: t("review.tour"), icon: "info", run: () => review.startTour(review.reviewTour()) }]
        : []),
    ];
  }

  async function move(to) {
    try {
      if (to === "approved" && !(await agreed())) return;
      const answer = await review.remote.setState(to);
      store.setState(answer?.state ?? to);
      review.toast(t("review.moved", { state: stateName(store.state) }), { kind: "good" });
    } catch (error) {
      review.toast(explain(error), { kind: "bad" });
    }
  }

  /** What is open is said before a document is approved; whether it is approved all the same. */
  async function agreed() {
    const check = await review.remote.check();
    const { open, complete } = check;
    if (!open.doubts && !open.unchecked) return true;
    if (complete && open.doubts > 0) return (review.toast(t("export.open.refused"), { kind: "bad" }), false);
    return review.confirm({ title: t("export.open"), text: openList(check, review.remote.id), action: t("export.open.despite") });
  }

  function draw() {
    undo.setAttribute("aria-disabled", String(!store.canUndo));
    redo.setAttribute("aria-disabled", String(!store.canRedo));
    waiting.textContent =
      store.waiting > 1 || (store.waiting && !api.online)
        ? t("review.waiting", { count: store.waiting })
        : "";
    if (state.dataset.state === store.state) return;
    state.dataset.state = store.state;
    const next = moves()[0];
    replace(
      state,
      stateBadge(store.state),
      next &&
        h(
          "button",
          {
            class: "small",
            type: "button",
            dataset: { testid: "move-state" },
            on: { click: () => move(next) },
          },
          t(`review.move.${next.replace(" ", "-")}`),
        ),
    );
  }

  store.on("status", draw);
  const stops = [api.on("offline", draw), api.on("online", draw)];
  review.views.onView((view) => {
    for (const button of views.children)
      button.setAttribute("aria-pressed", String(button.dataset.view === view));
  });
  draw();
  return {
    root,
    draw,
    move,
    setKept: (on) => keptButton.setAttribute("aria-pressed", String(on)),
    close: () => stops.forEach((stop) => stop()),
  };
}
