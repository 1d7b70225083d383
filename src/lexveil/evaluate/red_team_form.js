"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const { texts, words, tags, columns, partial } = data;
const KEPT = `red-team ${texts.length} ${texts[0]?.id ?? ""} ${texts.reduce((sum, { text }) => sum + text.length, 0)}`;
const main = document.querySelector("main");
let at = 0;
/** By the id of a text: residue and reidentified (true, false), how, marks in order. Never the text. */
let said = remembered();

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

function remember() {
  try {
    localStorage.setItem(KEPT, JSON.stringify(said));
  } catch {
    return; // forbidden or full: what is typed holds as long as the page is open
  }
}

const of = (id) => (said[id] ??= { how: "", marks: [] });

function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props))
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && name !== "for") element[name] = value;
    else element.setAttribute(name, value);
  element.append(...children.flat().filter((each) => each !== null && each !== false));
  return element;
}

/** The text with what was marked in it. */
function shown({ id, text }) {
  const box = h("div", { id: "text", tabIndex: 0 });
  let last = 0;
  for (const { start, end, tag } of of(id).marks) {
    box.append(text.slice(last, start), h("mark", { title: tag }, text.slice(start, end)));
    last = end;
  }
  box.append(text.slice(last));
  return box;
}

/** Where the selected words stand in the text, or null. */
function selected() {
  const selection = getSelection();
  const box = document.getElementById("text");
  if (!selection.rangeCount || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  if (!box.contains(range.commonAncestorContainer)) return null;
  const before = document.createRange();
  before.setStart(box, 0);
  before.setEnd(range.startContainer, range.startOffset);
  const start = before.toString().length;
  const found = range.toString();
  const lead = found.length - found.trimStart().length;
  const size = found.trim().length;
  return size ? { start: start + lead, end: start + lead + size } : null;
}

function mark(tag) {
  const place = selected();
  const { id } = texts[at];
  if (!place || of(id).marks.some((each) => each.start < place.end && place.start < each.end)) return;
  of(id).marks = [...of(id).marks, { ...place, tag }].sort((one, other) => one.start - other.start);
  of(id).residue = true; // what was missed is a residue
  remember();
  draw();
}

function question(name) {
  const now = of(texts[at].id);
  const choice = (value, word) =>
    h(
      "label",
      {},
      h("input", {
        type: "radio",
        name,
        value: String(value),
        checked: now[name] === value,
        onchange: () => ((now[name] = value), remember(), progress()),
      }),
      ` ${word}`,
    );
  return h("fieldset", {}, h("legend", {}, words[name]), choice(true, words.yes), choice(false, words.no));
}

function marks() {
  const tag = h("select", { id: "tag", "aria-label": words.mark }, tags.map((each) => h("option", {}, each)));
  const part = h("input", { type: "checkbox", id: "partial" });
  const own = of(texts[at].id);
  const { text } = texts[at];
  return h(
    "section",
    {},
    h(
      "div",
      { className: "bar" },
      words.select,
      tag,
      h("label", {}, part, ` ${words.partial}`),
      h(
        "button",
        {
          type: "button",
          id: "mark",
          onmousedown: (event) => event.preventDefault(), // the selection stays
          onclick: () => mark(tag.value + (part.checked ? partial : "")),
        },
        words.mark,
      ),
    ),
    own.marks.length > 0 &&
      h(
        "ul",
        { "aria-label": words.marks },
        own.marks.map((each, index) =>
          h(
            "li",
            {},
            `${text.slice(each.start, each.end)} · ${each.tag} `,
            h(
              "button",
              { type: "button", onclick: () => (own.marks.splice(index, 1), remember(), draw()) },
              words.remove,
            ),
          ),
        ),
      ),
  );
}

const open = () => texts.filter(({ id }) => said[id]?.residue === undefined || said[id]?.reidentified === undefined);

function progress() {
  document.getElementById("left").textContent = `${words.left}: ${open().length}`;
}

function go(step) {
  at = Math.max(0, Math.min(texts.length - 1, at + step));
  draw();
  document.getElementById("text").focus();
}

function draw() {
  const now = of(texts[at].id);
  const how = h("textarea", { id: "how", rows: 2, value: now.how, oninput: () => ((now.how = how.value), remember()) });
  main.replaceChildren(
    h("h1", {}, words.title),
    h("p", {}, words.intro),
    h(
      "div",
      { className: "bar" },
      h("button", { type: "button", id: "previous", disabled: at === 0, onclick: () => go(-1) }, words.previous),
      h("strong", { id: "where" }, `${at + 1} ${words.of} ${texts.length}`),
      h("button", { type: "button", id: "next", disabled: at === texts.length - 1, onclick: () => go(1) }, words.next),
      h("span", { id: "left", className: "end", role: "status" }),
    ),
    shown(texts[at]),
    marks(),
    question("residue"),
    question("reidentified"),
    h("p", {}, h("label", { for: "how" }, words.how), how),
    h(
      "div",
      { className: "bar" },
      h("button", { type: "button", id: "answers", className: "primary", onclick: () => give("answers.csv", sheet()) }, words.answers),
      h("button", { type: "button", id: "marks", onclick: () => give("marks.jsonl", marked()) }, words.texts),
    ),
  );
  progress();
}

const cell = (value) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
const word = (value) => (value === undefined ? "" : value ? "y" : "n");

function sheet() {
  const rows = texts.map(({ id, text }) => {
    const own = of(id);
    return [id, text, word(own.residue), word(own.reidentified), own.how];
  });
  return [columns, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

/** As people mark what was missed: (Green)[MISSED_PERSON_NAME_PARTIAL]. */
function marked() {
  return texts
    .map(({ id, text }) => {
      let found = "";
      let last = 0;
      for (const { start, end, tag } of of(id).marks) {
        const inside = text.slice(start, end).replace(/[()]/g, " ");
        found += `${text.slice(last, start)}(${inside})[MISSED_${tag}]`;
        last = end;
      }
      return JSON.stringify({ id, text: found + text.slice(last) }) + "\n";
    })
    .join("");
}

function give(name, text) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text])), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

draw();
