/**
 * The export dialog: what the policy does, what of the file was read, what is left of people, which files;
 * then the answer of the leak check, and the files. Nothing is offered that the check did not pass.
 */

import { api as service } from "../api.js";
import { h, one, replace } from "../dom.js";
import { t as words } from "../i18n.js";
import { dialog } from "./dialog.js";
import {
  approvalSection,
  coverageSection,
  formatSection,
  openSection,
  policySection,
  riskSection,
} from "./exportparts.js";
import { filesSection, leakSection } from "./exportresult.js";
import { toDocument } from "./router.js";
import { errorState, loadingRows } from "./states.js";

/**
 * @param {string} documentId
 * @param {{api?: typeof service, t?: typeof words, onDone?: (result: any) => void, onApproved?: () => void}} [options]
 */
export async function openExport(documentId, { api = service, t = words, onDone, onApproved } = {}) {
  const path = `/documents/${encodeURIComponent(documentId)}`;
  const body = h("div", { class: "stack export" }, loadingRows(4));
  const shown = dialog({
    title: t("export.title"),
    body,
    size: "large",
    id: "export",
    focus: "h2",
    actions: [],
  });
  let done = null;
  let home = ""; // the case
  let offered = []; // formats

  async function load() {
    replace(body, loadingRows(4));
    shown.setActions([{ label: t("button.cancel"), value: null }]);
    try {
      const [check, review] = await Promise.all([api.get(`${path}/check`), api.get(`${path}/review`)]);
      // People at risk are told by their entity; the reader knows them by their pseudonyms.
      home = check.project;
      offered = check.formats.map((format) => format.id);
      const pseudonyms = new Map(review.entities.map((entity) => [entity.id, entity.pseudonym]));
      if (shown.element.isConnected) ask(check, pseudonyms);
    } catch (error) {
      replace(body, errorState(error, { retry: load, level: "h3" }));
    }
  }

  function ask(check, pseudonyms) {
    const coverage = coverageSection(check, pictures);
    const formats = formatSection(check);
    const open = openSection(check, documentId);
    const approval = approvalSection(check, () => open.complete() && approve());
    replace(
      body,
      open.element,
      policySection(check),
      coverage.element,
      riskSection(check, pseudonyms),
      approval.element,
      formats.element,
    );
    const buttons = () => [
      { label: t("button.cancel"), value: null },
      {
        label: t("export.start"),
        kind: "primary",
        id: "export-start",
        disabled: !approval.allowed || !check.original || open.refused,
        run: async () => {
          if (!coverage.complete() || !open.complete()) return false;
          if (!formats.chosen().length) return (formats.fail(), false);
          await run({ formats: formats.chosen(), allow_uncovered: coverage.allowed() });
          return false;
        },
      },
    ];
    shown.setActions(buttons());
  }

  /** What can be done about places where a replaced name still stands. @param {any} request the export */
  const ways = (request) => ({
    address: ({ place, entity }) =>
      `${toDocument(documentId)}?${place ? `at=${place[0]}` : `entity=${encodeURIComponent(entity)}`}`,
    /** By mentions of those whose names they are. @param {any[]} hits */
    async fix(hits) {
      for (const [entity, own, mentions] of byEntity(hits)) {
        const { number } = await api.get(path);
        const command = { kind: own ? "replace" : "add", entity, mentions };
        await api.post(`${path}/edits`, { base: number, command });
      }
    },
    /** Without the parts that only the file has: what is written of the text alone. */
    textOnly: () => run({ ...request, formats: [offered.includes("html") ? "html" : "text"] }),
  });

  const pictures = {
    source: (mark) => api.url(`${path}/pictures/${mark}`),
    async say(mark, what) {
      const place = `/projects/${encodeURIComponent(home)}/pictures/${mark}`;
      try {
        await (what ? api.put(`${place}${what === "text" ? "?text=true" : ""}`) : api.delete(place));
        await load();
        one("h2", shown.element)?.focus();
      } catch (error) {
        shown.fail(error);
      }
    },
  };

  async function approve() {
    try {
      await api.post(`${path}/state`, { to: "approved" });
      onApproved?.();
      await load();
      one("#export-start", shown.element)?.focus();
    } catch (error) {
      shown.fail(error);
    }
  }

  async function run(request) {
    shown.setActions([]);
    replace(body, working());
    try {
      const result = await api.post(`${path}/export`, request);
      done = result;
      replace(
        body,
        filesSection(result, (name) =>
          api.url(`/exports/${encodeURIComponent(result.export)}/${encodeURIComponent(name)}`),
        ),
      );
      shown.setActions([{ label: t("button.done"), kind: "primary", id: "export-done", value: result }]);
      onDone?.(result);
    } catch (error) {
      if (error.kind === "leak") replace(body, leakSection(error, ways(request)));
      else replace(body, errorState(error, { retry: load, level: "h3" }));
      shown.setActions([
        { label: t("button.close"), value: null },
        ...(error.kind === "leak"
          ? [{ label: t("export.back"), kind: /** @type {const} */ ("primary"), run: () => (load(), false) }]
          : []),
      ]);
    }
    body.querySelector("h3")?.focus();
  }

  await load();
  await shown.closed;
  return done;
}

/** @param {any[]} hits @returns {[entity: string, own: boolean, mentions: number[][]][]} one edit for each */
function byEntity(hits) {
  const found = new Map();
  for (const { place, entity, mention } of hits) {
    const key = `${entity} ${mention === entity}`;
    const [, , places] = found.get(key) ?? found.set(key, [entity, mention === entity, []]).get(key);
    places.push(place);
  }
  return [...found.values()];
}

/** Writing and reading again takes a while on a long document; it has no steps to tell. */
const working = () =>
  h(
    "div",
    { class: "working", role: "status" },
    h("span", { class: "spinner", "aria-hidden": "true" }),
    h(
      "div",
      null,
      h("h3", { tabindex: "-1" }, words("export.working")),
      h("p", { class: "muted" }, words("export.working-text")),
    ),
  );
