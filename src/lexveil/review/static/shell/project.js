/** The view of one case: its documents, who appears in them, its figures, its members, its settings. */

import { api } from "../api.js";
import { h, replace, settled } from "../dom.js";
import { t } from "../i18n.js";
import { badge } from "./badges.js";
import { showCaseSearch } from "./casesearch.js";
import { showCorrections } from "./corrections.js";
import { documentList } from "./documents.js";
import { showEntities } from "./entities.js";
import { openExportAll } from "./exportall.js";
import { icon } from "./icons.js";
import { showMembers } from "./members.js";
import { showMetadata } from "./metadata.js";
import { openNext } from "./next.js";
import { policyName } from "./policies.js";
import { note, toProject } from "./router.js";
import { showSettings } from "./settings.js";
import { errorState, loadingRows } from "./states.js";
import { redTeamPart } from "./redteam.js";
import { statisticsPanel } from "./statistics.js";
import { tabs } from "./tabs.js";

/** Why its documents do not open: the policy is gone, or is no longer what was chosen. @param {any} project */
function notSame(project) {
  if (project.policy_state === "ok") return null;
  const gone = project.policy_state === "missing";
  const text = t(gone ? "case.policy-missing" : "case.policy-changed", { name: policyName(project.policy) });
  return h("p", { class: "message", id: "policy-state", dataset: { kind: "bad" } }, icon("alert"), text);
}

/** @param {HTMLElement} root @param {any} context */
export async function showProject(root, { route, setTitle, setTrail, alive }) {
  const id = route.id;
  const path = `/projects/${encodeURIComponent(id)}`;
  let project = await api.get(path);
  const head = h("header", { class: "page-head" });
  const documents = documentList({ project, reload });

  function name() {
    setTitle(project.name);
    setTrail([{ label: project.name }]);
    replace(
      head,
      h(
        "div",
        null,
        h("h1", { tabindex: "-1" }, project.name),
        h(
          "p",
          { class: "muted" },
          policyName(project.policy),
          project.approval && [" ", badge("neutral", t("project.approval"))],
        ),
        notSame(project),
      ),
      h(
        "div",
        { class: "page-actions" },
        h(
          "button",
          { type: "button", id: "export-case", on: { click: () => openExportAll(project).then((made) => made && reload()) } },
          icon("download"),
          t("exportall.open"),
        ),
        h(
          "button",
          { type: "button", id: "next-document", on: { click: () => openNext({ project: id }) } },
          icon("right"),
          t("next.open"),
        ),
      ),
    );
  }

  async function reload() {
    const fresh = await api.get(path);
    if (!alive()) return;
    project = fresh;
    name();
    documents.update(project);
  }

  /** Fetch, then show; a failure is shown in the panel and can be tried again. */
  const fetched = (fetching, show) => (panel) => {
    const load = async () => {
      replace(panel, loadingRows());
      try {
        const data = await fetching();
        if (panel.isConnected) replace(panel, show(data));
      } catch (error) {
        if (panel.isConnected) replace(panel, errorState(error, { retry: load, level: "h2" }));
      }
    };
    load();
  };

  /** The table of the case, with real names or without. */
  function entities(panel, names, query = "") {
    const again = (wanted, typed) => entities(panel, wanted, typed);
    fetched(
      () => api.get(`${path}/entities${names ? "?names=true" : ""}`),
      (data) => showEntities(data, project, { names, query, again }),
    )(panel);
  }

  function corrections(panel) {
    fetched(
      () => api.get(`${path}/corrections`),
      (data) => showCorrections(data, project, () => corrections(panel)),
    )(panel);
  }

  name();
  const shown = tabs(
    [
      { id: "documents", label: t("project.documents"), show: (panel) => panel.append(documents.element) },
      {
        id: "entities",
        label: t("project.entities"),
        show: (panel) => entities(panel, false),
      },
      {
        id: "metadata",
        label: t("project.metadata"),
        show: fetched(
          () => api.get(`${path}/metadata`),
          (data) => showMetadata(project, data.metadata, reload),
        ),
      },
      { id: "search", label: t("project.search"), show: (panel) => panel.append(showCaseSearch(project)) },
      { id: "corrections", label: t("project.corrections"), show: corrections },
      {
        id: "statistics",
        label: t("project.statistics"),
        show: fetched(
          () => api.get(`${path}/statistics`),
          (data) => 
            h(
              "div",
              { class: "stack" },
              statisticsPanel(data, { documents: project.documents, level: "h2" }),
              data.documents.length > 0 && redTeamPart(project.id, "h2"),
            ),
        ),
      },
      ...(api.here.mode === "accounts"
        ? [
            {
              id: "members",
              label: t("project.members"),
              show: (panel) => panel.append(showMembers(project, reload)),
            },
          ]
        : []),
      {
        id: "settings",
        label: t("project.settings"),
        show: (panel) => panel.append(showSettings(project, reload)),
      },
    ],
    {
      chosen: route.tab || "documents",
      label: t("project.parts"),
      onChoose: (tab) => note(toProject(id, tab === "documents" ? "" : tab)),
    },
  );
  root.append(h("div", { class: "page" }, head, shown.element));

  const later = settled(() => alive() && reload().catch(() => null), 150);
  // A stream begins with how things stand, so only what differs from what is shown is worth a reload.
  const stream = api.events(`${path}/events`, {
    progress: (data) => documents.progress(data) && later(),
    state: (data) => documents.differs(data.document, without(data)) && later(),
    edit: (data) => documents.differs(data.document, { number: data.number }) && later(),
    document: later,
    removed: later,
    open: (again) => again && later(),
  });
  const stop = api.on("online", later);
  return {
    close() {
      stop();
      stream.close();
      documents.close();
    },
  };
}

/** What an event tells of a document. */
const without = ({ document, ...facts }) => facts;
