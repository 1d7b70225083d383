/**
 * Files into a case: by button, by drag and drop, several at once, each with its progress and its cancel.
 *
 * `case.metadata.json` beside `case.html` goes with it as the metadata of the case, as on the command line.
 */

import { api } from "../api.js";
import { h, replace } from "../dom.js";
import { bytes, list, t } from "../i18n.js";
import { explain } from "./explain.js";
import { icon } from "./icons.js";
import { announce } from "./toast.js";

const AT_ONCE = 2;
const BESIDE = ".metadata.json";
// What is wrong with the file itself is wrong the second time too.
const HOPELESS = new Set(["invalid", "too-large", "bad-request"]);

/** @param {{project: string, onDone: () => Promise<void>}} options */
export function uploader({ project, onDone }) {
  const formats = api.here.formats ?? [];
  const limit = api.here.limits?.upload_bytes ?? Infinity;
  const input = h("input", {
    type: "file",
    multiple: true,
    class: "unseen",
    id: "upload-input",
    tabindex: "-1",
    "aria-label": t("upload.choose"),
    accept: [...formats, ".json"].join(","),
    on: { change: () => (take(input.files), (input.value = "")) },
  });
  const rows = h("ul", { class: "uploads" });
  const zone = h(
    "div",
    { class: "drop", id: "drop" },
    icon("upload"),
    h(
      "div",
      null,
      h("p", { class: "drop-title" }, t("upload.drop")),
      h(
        "p",
        { class: "muted" },
        t("upload.hint", { formats: list(formats), size: Number.isFinite(limit) ? bytes(limit) : "–" }),
      ),
    ),
    h(
      "button",
      { class: "primary", type: "button", id: "upload", on: { click: () => input.click() } },
      t("upload.choose"),
    ),
    input,
  );
  const waiting = [];
  let running = 0;

  /** @param {FileList | File[]} files */
  function take(files) {
    const all = [...files];
    const metadata = new Map(
      all
        .filter((file) => file.name.endsWith(BESIDE))
        .map((file) => [file.name.slice(0, -BESIDE.length), file]),
    );
    const chosen = all.filter((file) => !file.name.endsWith(BESIDE));
    for (const file of chosen) add(file, metadata.get(file.name.replace(/\.[^.]+$/, "")));
    if (!chosen.length && all.length) add(all[0]);
    start();
  }

  function add(file, metadata) {
    const entry = row(file);
    rows.append(entry.element);
    const suffix = (file.name.match(/\.[^.]+$/)?.[0] ?? "").toLowerCase();
    if (formats.length && !formats.includes(suffix))
      return entry.fail(t("upload.unsupported", { suffix: suffix || file.name, formats: list(formats) }));
    if (file.size > limit)
      return entry.fail(t("upload.too-large", { size: bytes(file.size), limit: bytes(limit) }));
    if (file.size === 0) return entry.fail(t("upload.nothing"));
    waiting.push({ file, metadata, entry });
  }

  function start() {
    while (running < AT_ONCE && waiting.length) {
      const next = waiting.shift();
      if (next.entry.signal.aborted) continue;
      running += 1;
      transfer(next).finally(() => {
        running -= 1;
        start();
      });
    }
  }

  async function transfer(job) {
    const { file, metadata, entry } = job;
    const form = new FormData();
    form.append("file", file);
    if (metadata) form.append("metadata", await metadata.text());
    try {
      await api.upload(`/projects/${encodeURIComponent(project)}/documents`, form, {
        signal: entry.signal,
        onProgress: entry.progress,
      });
    } catch (error) {
      if (error.kind === "aborted") return entry.element.remove();
      let stop = () => {};
      const again = () => (stop(), waiting.push(job), entry.reset(), start());
      // Once by itself when the server is back, no more: a line that breaks at each try would do so for ever.
      if (error.kind === "offline" && !job.resent) {
        job.resent = true;
        stop = api.on("online", () => (entry.element.isConnected ? again() : stop()));
      }
      return entry.fail(explain(error), HOPELESS.has(error.kind) ? undefined : again);
    }
    announce(t("upload.done", { name: file.name }));
    entry.element.remove();
    await onDone().catch(() => null); // the view fetches its list again when the server is back
  }

  const stop = watchDrops(take);
  return {
    element: h("div", { class: "stack" }, zone, rows),
    /** Large while there is nothing else on the page. */
    prominent: (on) => zone.classList.toggle("drop-large", on),
    close: stop,
  };
}

function row(file) {
  const controller = new AbortController();
  const bar = h("progress", { max: 1, value: 0, "aria-label": t("upload.progress", { name: file.name }) });
  const words = h("p", { class: "muted" }, bytes(file.size));
  const buttons = h("div", { class: "document-actions" });
  const element = h(
    "li",
    { class: "upload card" },
    icon("file"),
    h("div", { class: "document-main" }, h("strong", null, file.name), bar, words),
    buttons,
  );
  const button = (name, label, run) =>
    h(
      "button",
      { class: "small", type: "button", "aria-label": `${label}: ${file.name}`, on: { click: run } },
      icon(name),
      label,
    );
  const cancel = () => (controller.abort(), element.remove());
  const entry = {
    element,
    signal: controller.signal,
    progress(fraction) {
      bar.value = fraction;
      if (fraction >= 1) words.textContent = t("upload.checking");
    },
    /** @param {string} text @param {() => void} [retry] */
    fail(text, retry) {
      bar.hidden = true;
      element.dataset.failed = "true";
      words.className = "bad-text";
      words.setAttribute("role", "alert");
      words.textContent = text;
      replace(
        buttons,
        retry && button("retry", t("button.retry"), retry),
        button("close", t("button.dismiss"), () => element.remove()),
      );
    },
    reset() {
      bar.hidden = false;
      bar.value = 0;
      delete element.dataset.failed;
      words.className = "muted";
      words.removeAttribute("role");
      words.textContent = bytes(file.size);
      replace(buttons, button("close", t("button.cancel"), cancel));
    },
  };
  entry.reset();
  return entry;
}

/** Files dropped anywhere on the page; a miss must not make the browser open the file instead. */
function watchDrops(take) {
  let depth = 0;
  const holds = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  const light = (on) => document.body.classList.toggle("dropping", on);
  const events = {
    dragenter: (event) => holds(event) && (event.preventDefault(), (depth += 1), light(true)),
    dragover: (event) => holds(event) && event.preventDefault(),
    dragleave: (event) => holds(event) && ((depth = Math.max(0, depth - 1)), depth || light(false)),
    drop: (event) => {
      if (!holds(event)) return;
      event.preventDefault();
      depth = 0;
      light(false);
      if (!document.querySelector("dialog[open]")) take(event.dataTransfer.files);
    },
  };
  for (const [kind, listener] of Object.entries(events)) window.addEventListener(kind, listener);
  return () => {
    light(false);
    for (const [kind, listener] of Object.entries(events)) window.removeEventListener(kind, listener);
  };
}
