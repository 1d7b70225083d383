/** The view of one document: waits for its analysis, then hands over to the review. */

import { api } from "../api.js";
import { h, one, replace } from "../dom.js";
import { t } from "../i18n.js";
import { stepName } from "./badges.js";
import { confirm, dialog } from "./dialog.js";
import { explain, failing } from "./explain.js";
import { openExport } from "./export.js";
import { icon } from "./icons.js";
import { menu } from "./menu.js";
import { openNext } from "./next.js";
import { note, toDocument, toProject } from "./router.js";
import { emptyState, errorState } from "./states.js";
import { openStatistics } from "./statistics.js";
import { toast } from "./toast.js";
import { startTour, wishedTour } from "./tour.js";
import { reviewTour } from "./tours.js";

/** @param {HTMLElement} root @param {any} context */
export async function showDocument(root, { route, setTitle, setTrail, alive, main }) {
  const path = `/documents/${encodeURIComponent(route.id)}`;
  let summary = await api.get(path);
  // Asked for together: none of them needs the answer of another.
  const service = summary.status === "done" ? ahead([`${path}/text`, `${path}/review`]) : api;
  const code = import("../review/main.js");
  code.catch(() => null); // told where it is awaited
  let part = { close() {} };

  const name = (project) =>
    setTrail([
      { label: project, href: toProject(summary.project) },
      { label: summary.name, heading: true },
    ]);
  setTitle(summary.name);
  name(t("title.project"));
  api.get(`/projects/${encodeURIComponent(summary.project)}`).then(
    (project) => alive() && name(project.name),
    () => null,
  );
  // The review measures its lines, so it has to be on the page before it starts.
  root.dataset.placed = "true";
  replace(main, root);

  async function open() {
    const { openReview } = await code;
    if (!alive()) return;
    replace(root);
    part =
      openReview(root, route.id, {
        api: service,
        t,
        dialog,
        confirm,
        toast,
        menu,
        openExport,
        openStatistics,
        format: summary.format,
        next: () => openNext({ project: summary.project, after: route.id }),
        startTour,
        reviewTour,
        entity: route.query.get("entity"),
        at: route.query.get("at"),
        open: route.query.get("open"),
      }) ?? part;
    // Once there, the address is that of the document: the same link leads there again.
    if (route.query.size) note(toDocument(route.id));
    if (wishedTour("review")) tourWhenReady(alive);
  }

  async function step() {
    part.close();
    part = { close() {} };
    try {
      if (summary.status === "done") await open();
      else part = waiting(root, path, summary, again);
    } catch (error) {
      if (!error.kind) console.error(error);
      if (alive()) replace(root, errorState(error, { retry: step, level: "h2" }));
    }
  }

  async function again() {
    summary = await api.get(path);
    if (alive()) await step();
  }

  await step();
  return { close: () => part.close() };
}

/**
 * The service, with these paths asked for already: whoever gets one of them first gets that answer, and later
 * a fresh one. @param {string[]} paths
 */
function ahead(paths) {
  const answers = new Map(paths.map((path) => [path, api.get(path)]));
  for (const answer of answers.values()) answer.catch(() => null); // told to whoever gets it
  const get = (path, options) => {
    const answer = answers.get(path);
    answers.delete(path);
    return answer ?? api.get(path, options);
  };
  return Object.create(api, { get: { value: get } });
}

/** The analysis: its progress, or why there is none. */
function waiting(root, path, summary, again) {
  const busy = summary.status === "waiting" || summary.status === "running";
  const bar = h("progress", { max: 1, "aria-label": t("document.progress", { name: summary.name }) });
  const words = h("p", { class: "muted", role: "status" }, t(`status.${summary.status}`));
  const act = (call) => () => call().then(again, (error) => toast(explain(error), { kind: "bad" }));
  const cancel = h(
    "button",
    { type: "button", id: "cancel-analysis", on: { click: act(() => api.delete(`${path}/analysis`)) } },
    icon("stop"),
    t("button.cancel"),
  );
  const retry = h(
    "button",
    {
      class: "primary",
      type: "button",
      id: "retry-analysis",
      on: { click: act(() => api.post(`${path}/analysis`)) },
    },
    icon("retry"),
    t("button.retry"),
  );
  const back = h("a", { class: "button", href: toProject(summary.project) }, t("document.back"));
  replace(
    root,
    h(
      "div",
      { class: "page" },
      emptyState({
        icon: busy ? "file" : "alert",
        title: t(busy ? "document.analysing" : `status.${summary.status}`),
        text: busy
          ? h("div", { class: "analysing" }, bar, words)
          : h("p", null, summary.status === "failed" ? failing(summary) : t("document.cancelled")),
        actions: busy ? [cancel, back] : [retry, back],
      }),
    ),
  );
  if (!busy) return { close() {} };
  let over = false;
  const check = () => !over && ((over = true), stream.close(), again().catch(() => null));
  const stream = api.events(`${path}/events`, {
    progress(data) {
      if (data.status && data.status !== "waiting" && data.status !== "running") return check();
      if (typeof data.fraction === "number" && data.fraction > 0) bar.value = data.fraction;
      words.textContent = stepName(data.status, data.step);
    },
    // It may have ended before we listened.
    open: () =>
      api.get(path).then(
        (fresh) => fresh.status !== "waiting" && fresh.status !== "running" && check(),
        () => null,
      ),
  });
  return {
    close() {
      over = true;
      stream.close();
    },
  };
}

/** Start once the marks and the doubts are on the page. */
function tourWhenReady(alive, tries = 40) {
  if (!alive()) return;
  const ready = one(".review [data-entity]") && one(".review [data-tour=doubts]:not([hidden])");
  if (ready || tries === 0) startTour(reviewTour(), { name: "review" });
  else setTimeout(() => tourWhenReady(alive, tries - 1), 150);
}
