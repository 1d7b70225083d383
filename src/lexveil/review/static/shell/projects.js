/** The home view: all cases, a new one, and the first run. */

import { api } from "../api.js";
import { h, one, replace } from "../dom.js";
import { ago, compare, t } from "../i18n.js";
import { badge, stateBadge, STATES } from "./badges.js";
import { confirm } from "./dialog.js";
import { explain } from "./explain.js";
import { icon } from "./icons.js";
import { menu } from "./menu.js";
import { newCase, renameCase } from "./newcase.js";
import { openNext } from "./next.js";
import { policyName } from "./policies.js";
import { toProject } from "./router.js";
import { toast } from "./toast.js";
import { tryExample } from "./example.js";

/** @param {HTMLElement} root @param {any} context */
export async function showProjects(root, { setTitle }) {
  setTitle(t("title.projects"));
  const page = h("div", { class: "page" });
  root.append(page);
  await load(page);
  return {};
}

async function load(page) {
  const { projects } = await api.get("/projects");
  replace(page, projects.length ? listing(projects, () => load(page)) : firstRun());
}

function listing(projects, reload) {
  const rows = h("ul", { class: "cases", id: "cases" });
  const none = h("p", { class: "muted", hidden: true, role: "status" }, t("projects.no-match"));
  const sorted = [...projects].sort(
    (one, other) => String(other.created).localeCompare(String(one.created)) || compare(one.name, other.name),
  );
  const draw = (query) => {
    const found = sorted.filter((project) => project.name.toLowerCase().includes(query));
    replace(
      rows,
      found.map((project) => row(project, reload)),
    );
    none.hidden = found.length > 0;
  };
  draw("");
  return [
    h(
      "header",
      { class: "page-head" },
      h(
        "div",
        null,
        h("h1", null, t("projects.title")),
        h("p", { class: "muted" }, t("projects.count", { count: projects.length })),
      ),
      h(
        "div",
        { class: "page-actions" },
        projects.length > 6 &&
          h("input", {
            type: "search",
            class: "search",
            placeholder: t("projects.search"),
            "aria-label": t("projects.search"),
            on: { input: (event) => draw(event.target.value.trim().toLowerCase()) },
          }),
        h(
          "button",
          { type: "button", id: "next-document", on: { click: () => openNext() } },
          icon("right"),
          t("next.open"),
        ),
        h(
          "button",
          { type: "button", id: "example", on: { click: (event) => tryExample(event.currentTarget) } },
          t("projects.example"),
        ),
        h(
          "button",
          { class: "primary", type: "button", id: "new-case", on: { click: newCase } },
          icon("add"),
          t("projects.new"),
        ),
      ),
    ),
    rows,
    none,
  ];
}

function row(project, reload) {
  const more = h(
    "button",
    { class: "plain icon-only", type: "button", "aria-label": t("projects.more", { name: project.name }) },
    icon("more"),
  );
  menu(
    more,
    () => [
      {
        label: t("projects.rename"),
        icon: "edit",
        run: () => renameCase(project).then((done) => done && reload()),
      },
      { label: t("projects.delete"), icon: "trash", danger: true, run: () => remove(project, reload) },
    ],
    { align: "end" },
  );
  return h(
    "li",
    { class: "case card", dataset: { project: project.id } },
    h(
      "div",
      { class: "case-main" },
      h("h2", null, h("a", { class: "cover", href: toProject(project.id) }, project.name)),
      h(
        "p",
        { class: "muted" },
        [
          policyName(project.policy),
          t("projects.documents", { count: project.documents ?? 0 }),
          ago(project.created),
        ].join(" · "),
      ),
    ),
    h("div", { class: "case-states" }, states(project)),
    more,
  );
}

function states(project) {
  const counts = project.states ?? {};
  const shown = STATES.filter((state) => counts[state]);
  if (!shown.length) return badge("neutral", t("projects.no-documents"));
  return shown.map((state) => stateBadge(state, counts[state]));
}

async function remove(project, reload) {
  const sure = await confirm({
    title: t("projects.delete-title", { name: project.name }),
    text: t("projects.delete-text", { count: project.documents ?? 0 }),
    action: t("projects.delete"),
    danger: true,
    run: () => api.delete(`/projects/${encodeURIComponent(project.id)}`).then(() => true),
  });
  if (!sure) return;
  toast(t("projects.deleted"), { kind: "good" });
  await reload().catch((error) => toast(explain(error), { kind: "bad" }));
  one("#new-case")?.focus();
}

function firstRun() {
  const steps = [
    ["upload", t("first.upload.title"), t("first.upload.text")],
    ["gavel", t("first.review.title"), t("first.review.text")],
    ["shield", t("first.export.title"), t("first.export.text")],
  ];
  return h(
    "section",
    { class: "first" },
    h("h1", null, t("first.title")),
    h("p", { class: "lead" }, t("first.text")),
    h(
      "div",
      { class: "empty-actions" },
      h(
        "button",
        {
          class: "primary",
          type: "button",
          id: "example",
          on: { click: (event) => tryExample(event.currentTarget) },
        },
        t("first.example"),
      ),
      h("button", { type: "button", id: "new-case", on: { click: newCase } }, icon("add"), t("projects.new")),
    ),
    h(
      "ol",
      { class: "first-steps" },
      steps.map(([sign, title, text]) =>
        h("li", { class: "card" }, icon(sign), h("div", null, h("h2", null, title), h("p", null, text))),
      ),
    ),
    h("p", { class: "muted" }, t("first.offline")),
  );
}
