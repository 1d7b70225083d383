/**
 * What is known of a case before anything is read: parties, judges, counsel and others, typed in or from a file. It
 * makes roles certain in the documents that come, and in those that nobody has edited yet.
 */

import { api } from "../api.js";
import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { explain } from "./explain.js";
import { field, tick } from "./form.js";
import { icon } from "./icons.js";
import { toast } from "./toast.js";

const KEYS = ["parties", "judges", "counsel", "arbitrators", "tribunal_members", "law_firms", "experts"];
const COMMON = 3; // those that every case has; the others are folded

/** @param {any} project @param {any} known the metadata that stand @param {() => Promise<void>} reload */
export function showMetadata(project, known, reload) {
  const path = `/projects/${encodeURIComponent(project.id)}/metadata`;
  let rest = {}; // what the form has no field for
  const areas = Object.fromEntries(
    KEYS.map((key) => [key, h("textarea", { name: key, rows: key === "parties" ? 4 : 2, spellcheck: "false" })]),
  );
  const again = tick({ name: "again", label: t("metadata.again"), hint: t("metadata.again-hint"), checked: true });
  const failed = h("p", { class: "message", dataset: { kind: "bad" }, role: "alert", hidden: true });
  const input = h("input", {
    type: "file",
    accept: ".json",
    class: "unseen",
    id: "metadata-file",
    tabindex: "-1",
    "aria-label": t("metadata.file"),
    on: { change: take },
  });
  const fields = KEYS.map((key) =>
    field({ label: t(`metadata.${key.replace("_", "-")}`), control: areas[key], hint: key === "parties" ? t("metadata.hint") : undefined }),
  );
  const more = h("details", null, h("summary", null, t("metadata.more")), h("div", { class: "stack" }, fields.slice(COMMON)));
  const form = h(
    "form",
    { class: "card stack settings", id: "metadata", novalidate: true, on: { submit: save } },
    h("p", null, t("metadata.text")),
    h(
      "div",
      { class: "page-actions" },
      h("button", { type: "button", on: { click: () => input.click() } }, icon("upload"), t("metadata.file")),
      h("button", { type: "button", id: "metadata-template", on: { click: template } }, icon("download"), t("metadata.template")),
      input,
    ),
    fields.slice(0, COMMON),
    more,
    again,
    failed,
    h("div", { class: "row-end" }, h("button", { class: "primary", type: "submit", id: "save-metadata" }, t("button.save"))),
  );

  function fill(data) {
    rest = Object.fromEntries(Object.entries(data).filter(([key]) => !KEYS.includes(key)));
    for (const key of KEYS) areas[key].value = lines(data[key]);
    more.open = KEYS.slice(COMMON).some((key) => areas[key].value);
  }

  function told() {
    const entries = KEYS.map((key) => [key, listed(areas[key].value)]).filter(([, value]) => value.length);
    return { ...Object.fromEntries(entries), ...rest };
  }

  async function take() {
    const [file] = input.files;
    input.value = "";
    try {
      const found = JSON.parse(await file.text());
      if (typeof found !== "object" || found === null || Array.isArray(found)) throw new SyntaxError("no object");
      fill(found);
      fail(null);
    } catch {
      fail(t("metadata.unreadable"));
    }
  }

  function template() {
    const sample = { ...Object.fromEntries(KEYS.map((key) => [key, []])), ...told() };
    const data = new Blob([`${JSON.stringify(sample, null, 2)}\n`], { type: "application/json" });
    const address = URL.createObjectURL(data);
    h("a", { href: address, download: "case.metadata.json" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  function fail(text) {
    failed.hidden = !text;
    failed.textContent = text ?? "";
  }

  async function save(event) {
    event.preventDefault();
    try {
      const answer = await api.put(path, { metadata: told(), again: again.input.checked });
      fail(null);
      toast(t("metadata.saved", { count: answer.again }), { kind: "good" });
      await reload();
    } catch (error) {
      fail(explain(error));
    }
  }

  fill(known);
  return form;
}

/** A name a line; other names of the same follow after "=". @param {any} value as metadata have it */
function lines(value) {
  const items = value === undefined ? [] : Array.isArray(value) ? value : [value];
  return items.map((each) => (typeof each === "string" ? each : [each.name, ...(each.aliases ?? [])].join(" = "))).join("\n");
}

/** @param {string} text */
function listed(text) {
  return text
    .split("\n")
    .map((line) => line.split("=").map((part) => part.trim()).filter(Boolean))
    .filter((parts) => parts.length)
    .map(([name, ...aliases]) => (aliases.length ? { name, aliases } : name));
}
