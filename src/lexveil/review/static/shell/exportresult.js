/** What came of an export: the files and the good answer of the leak check, or the leak and what to do. */

import { h, replace } from "../dom.js";
import { bytes, errorText, t, word } from "../i18n.js";
import { badge } from "./badges.js";
import { explain, sentence } from "./explain.js";
import { icon } from "./icons.js";
import { announce } from "./toast.js";

/** @param {any} result @param {(name: string) => string} address */
export function filesSection(result, address) {
  const files = result.files ?? [];
  const parts = result.checked?.parts ?? 0;
  announce(t("export.clean"));
  return [
    verdict("good", "shield", t("export.clean"), t("export.clean-text", { count: parts })),
    h("h3", { class: "section-title" }, t("export.files")),
    h(
      "ul",
      { class: "files" },
      files.map((file) =>
        h(
          "li",
          { class: "file" },
          icon("file"),
          h(
            "div",
            { class: "document-main" },
            h("strong", null, file.name),
            h(
              "p",
              { class: "muted" },
              [word(`format.${file.kind}`, file.kind ?? ""), bytes(file.size)].join(" · "),
            ),
          ),
          HOLDS_NAMES.has(file.kind) && badge("warn", t("export.names")),
          h(
            "a",
            {
              class: "button small",
              href: address(file.name),
              download: file.name,
              dataset: { file: file.name },
            },
            icon("download"),
            t("export.download"),
          ),
        ),
      ),
    ),
    files.length > 1 && saveAll(files, address),
  ];
}

const HOLDS_NAMES = new Set(["dictionary", "gold"]);

const verdict = (kind, sign, title, text) =>
  h(
    "div",
    { class: "verdict", dataset: { kind }, role: kind === "bad" ? "alert" : "status" },
    icon(sign),
    h("div", null, h("h3", { tabindex: "-1" }, title), h("p", null, text)),
  );

/**
 * @param {any} error @param {any[]} readable places in the text where a replaced name still stands
 * @param {{address: (hit: any) => string, fix: (hit: any) => Promise<void>}} hits
 */
export function leakSection(error, readable, hits) {
  return [
    verdict("bad", "alert", t("export.leak"), t("export.leak-text")),
    error.message && h("p", null, sentence(errorText(error.coded) ?? error.message)),
    readable.length > 0 &&
      h(
        "ul",
        { class: "leak-hits", dataset: { testid: "leak-hits" } },
        readable.map((hit) => leakHit(hit, hits)),
      ),
    h("h3", { class: "section-title" }, t("export.leak-what")),
    h(
      "ol",
      { class: "steps" },
      ["export.leak-step-search", "export.leak-step-mark", "export.leak-step-again"].map((key) =>
        h("li", null, t(key)),
      ),
    ),
  ];
}

/** The name and where it stands, a way there, and a button that replaces it. */
function leakHit(hit, { address, fix }) {
  const button = h(
    "button",
    {
      class: "small",
      type: "button",
      on: {
        click: async () => {
          button.disabled = true;
          try {
            await fix(hit);
            button.replaceWith(h("span", { class: "muted", role: "status" }, t("export.hit.fixed")));
          } catch (problem) {
            button.disabled = false;
            button.after(h("span", { class: "bad-text", role: "alert" }, explain(problem)));
          }
        },
      },
    },
    icon("shield"),
    t("export.hit.fix"),
  );
  return h(
    "li",
    null,
    h("span", null, t("export.hit", { part: t("entities.document"), name: hit.text })),
    h("a", { class: "button small", href: address(hit) }, t("export.hit.jump")),
    button,
  );
}

/** All files at once: into a folder where the browser can do that, else as one download after the other. */
function saveAll(files, address) {
  const told = h("p", { class: "muted", role: "status" });
  const button = h(
    "button",
    { type: "button", id: "save-all", on: { click: save } },
    icon("download"),
    t("export.save-all"),
  );

  async function save() {
    button.disabled = true;
    try {
      if (window.showDirectoryPicker) await intoFolder(files, address);
      else await oneByOne(files, address);
      replace(told, t("export.saved", { count: files.length }));
    } catch (error) {
      // Closing the chooser is no failure.
      if (error.name !== "AbortError") replace(told, t("export.save-failed"));
    } finally {
      button.disabled = false;
    }
  }

  return h("div", { class: "row-end" }, told, button);
}

async function intoFolder(files, address) {
  const folder = await window.showDirectoryPicker({ mode: "readwrite" });
  for (const file of files) {
    const answer = await fetch(address(file.name));
    if (!answer.ok) throw new Error("download failed");
    const handle = await folder.getFileHandle(file.name, { create: true });
    const writable = await handle.createWritable();
    await answer.body.pipeTo(writable);
  }
}

async function oneByOne(files, address) {
  for (const file of files) {
    h("a", { href: address(file.name), download: file.name }).click();
    // A browser drops downloads that start in the same instant.
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
}
