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
 * @typedef {object} Ways what can be done about hits
 * @property {(hit: any) => string} address
 * @property {(hits: any[]) => Promise<void>} fix
 * @property {() => void} textOnly
 */

/** @param {any} error with the places where a replaced name still stands @param {Ways} ways */
export function leakSection(error, ways) {
  const hits = error.body?.hits ?? [];
  const placed = hits.filter((hit) => hit.place);
  const rows = hits.map((hit) => leakHit(hit, ways));
  return [
    verdict("bad", "alert", t("export.leak"), t("export.leak-text")),
    !hits.length && h("p", null, sentence(errorText(error.coded) ?? error.message)),
    placed.length > 1 &&
      fixing("export.hit.all", { count: placed.length }, async () => {
        await ways.fix(placed);
        for (const row of rows) row.fixed();
      }),
    hits.length > 0 &&
      h("ul", { class: "leak-hits", dataset: { testid: "leak-hits" } }, rows.map((row) => row.element)),
    !hits.length && whatToDo(),
  ];
}

const whatToDo = () => [
  h("h3", { class: "section-title" }, t("export.leak-what")),
  h(
    "ol",
    { class: "steps" },
    ["export.leak-step-search", "export.leak-step-mark", "export.leak-step-again"].map((key) => h("li", null, t(key))),
  ),
];

/** The name, the part and the place where it stands, a way there, and a button that mends it. */
function leakHit(hit, ways) {
  const { address, fix, textOnly } = ways;
  const button = hit.place
    ? fixing("export.hit.fix", {}, async () => {
        await fix([hit]);
        fixed();
      })
    : fixing("export.hit.text", {}, textOnly);
  const fixed = () => hit.place && button.replaceWith(h("span", { class: "muted", role: "status" }, t("export.hit.fixed")));
  const around = hit.place
    ? [hit.before, h("mark", null, hit.text), hit.after]
    : t("export.hit.beside");
  const element = h(
    "li",
    null,
    h(
      "div",
      { class: "leak-where" },
      h("p", null, h("b", null, hit.text), " ", h("span", { class: "tag", dataset: { testid: "leak-part" } }, whereOf(hit))),
      h("p", { class: "muted" }, around),
    ),
    h("a", { class: "button small", href: address(hit) }, t(hit.place ? "export.hit.jump" : "export.hit.who")),
    button,
  );
  return { element, fixed };
}

/** The part of the file, and the page where there are pages. */
const whereOf = ({ place, part, region, page }) =>
  place
    ? [t(`region.${region || "body"}`), page && t("review.page", { page })].filter(Boolean).join(", ")
    : /[./]/.test(part)
      ? part // as the dialog calls it where it asks for the part
      : t(part === "names in the markup" ? "export.hit.markup" : "export.hit.whole");

/** A button that mends something, once; what goes wrong is told beside it. */
function fixing(key, values, mend) {
  const button = h(
    "button",
    {
      class: "small",
      type: "button",
      on: {
        click: async () => {
          button.disabled = true;
          try {
            await mend();
          } catch (problem) {
            button.disabled = false;
            button.after(h("span", { class: "bad-text", role: "alert" }, explain(problem)));
          }
        },
      },
    },
    icon("shield"),
    t(key, values),
  );
  return button;
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
