/**
 * Marking a name that was missed: category, role, whose name it is, and where else it stands. Everything that
 * would be marked is shown before it is.
 *
 * In: a selection, hits of a search, or nothing (then the name is typed). Out: one command `add`.
 */

import { h, settled } from "../dom.js";
import { categoryName } from "../shell/categories.js";
import { field, select } from "../shell/form.js";
import { roleSelect } from "../shell/roles.js";
import { createFound } from "./found.js";
import { hasRole, nameOf } from "./names.js";
import { createPicker } from "./pick.js";
import { folded } from "./rows.js";

/**
 * @param {any} review
 * @param {{range?: [number, number] | null, places?: [number, number][], name?: string}} from
 */
export function openAdd(review, { range = null, places = null, name = "" }) {
  const { t, text, dialog, remote, store } = review;
  const label = range ? text.text.slice(...range) : name;
  let entity = "";
  let asked = 0;
  let current = true; // whether the list is for the words that stand there
  let shown = null;

  const typed = h("input", {
    type: "text",
    value: label,
    autocomplete: "off",
    spellcheck: "false",
    readonly: Boolean(range || places),
    dataset: { testid: "add-name" },
    on: { input: retyped },
  });
  const category = select(
    {
      value: guessCategory(label),
      dataset: { testid: "add-category" },
      on: { change: () => (reflect(), look()) },
    },
    review.categories.map((each) => [each, categoryName(each)]),
  );
  const role = roleSelect({ dataset: { testid: "add-role" } });
  const roleField = field({ label: t("review.column.role"), control: role.element });
  const found = createFound({ text: text.text, t, changed: update });
  const status = h("p", { class: "hint", role: "status" });
  const whose = radios(t("review.add.whose"), [
    ["new", t("review.add.new")],
    ["old", t("review.add.old")],
  ]);
  const picker = createPicker(review, {
    like: { name: label, category: category.value },
    label: t("review.merge.search"),
    onChoose: (id) => ((entity = id), shown && update()),
  });
  picker.root.hidden = true;
  whose.root.addEventListener("change", () => {
    picker.root.hidden = whose.value !== "old";
    reflect();
    if (whose.value === "old") picker.input.focus();
  });

  function reflect() {
    const old = whose.value === "old";
    role.fit(category.value);
    roleField.hidden = old || !hasRole(category.value);
    categoryField.hidden = old;
    update();
  }

  /** Names that look like somebody who is there already are probably theirs. */
  function guessCategory(words) {
    const parts = folded(words)
      .split(/\s+/)
      .filter((part) => part.length > 2);
    for (const each of store.entities.values()) {
      const own = folded(nameOf(each, text.text)).split(/\s+/);
      if (parts.length && parts.every((part) => own.includes(part))) return each.category;
    }
    return "PERSON";
  }

  /** What was found for the words before is not to be marked, nor is an answer that is still to come. */
  function retyped() {
    asked += 1;
    current = false;
    update();
    look();
  }

  const look = settled(search, 180);
  async function search() {
    const mine = ++asked;
    const words = typed.value.trim();
    if (places) return offer(places.map(([start, end]) => ({ start, end, exact: true, entity: null })));
    if (!range && words.length < 2) return offer([]);
    status.textContent = t("review.add.looking");
    try {
      const query = range ? { mention: range } : { text: words };
      const occurrences = await remote.occurrences({ ...query, category: category.value });
      if (mine === asked) offer(occurrences);
    } catch (error) {
      if (mine !== asked) return;
      // Without the service, what is written just so can still be found here.
      offer(exactly(text.text, words));
      status.textContent = t(error.kind === "offline" ? "review.add.offline" : "review.add.failed");
    }
  }

  function offer(occurrences) {
    const others = occurrences.filter(({ start, end }) => !range || end <= range[0] || start >= range[1]);
    const place = (ticked) => (each) => ({ ...each, ticked, note: ownerName(each.entity) });
    const free = others.filter((each) => !each.entity);
    const takeOver = Boolean(places) || (!range && !free.length); // a name that was typed is meant
    found.set([
      ...(range
        ? [{ title: t("review.add.here"), places: [{ start: range[0], end: range[1], ticked: true }] }]
        : []),
      { title: t("review.add.exact"), places: free.filter((each) => each.exact).map(place(true)) },
      { title: t("review.add.variants"), places: free.filter((each) => !each.exact).map(place(true)) },
      // What is somebody's already is taken over only if the reviewer says so.
      { title: t("review.add.taken"), places: others.filter((each) => each.entity).map(place(takeOver)) },
    ]);
    current = true;
    const total = found.places.length;
    status.textContent = total ? "" : t(range || typed.value.trim() ? "review.add.none" : "review.add.type");
    update();
  }

  function ownerName(id) {
    const owner = id && store.entities.get(id);
    return owner ? `→ ${owner.pseudonym || nameOf(owner, text.text)}` : "";
  }

  function update() {
    const button = shown?.buttons().at(-1);
    if (!button) return;
    const count = found.ticked.length;
    button.textContent = t("review.add.do", { count });
    button.disabled = !current || count === 0 || (whose.value === "old" && !entity);
  }

  function take() {
    const mentions = found.ticked
      .map(({ start, end }) => [start, end])
      .sort((one, other) => one[0] - other[0]);
    const old = whose.value === "old" ? store.entities.get(entity) : null;
    if (!current || !mentions.length || (whose.value === "old" && !old)) return false;
    review.actions.add({
      mentions,
      category: old?.category ?? category.value,
      ...(old ? { entity: old.id } : hasRole(category.value) ? { role: role.value } : {}),
    });
    getSelection()?.removeAllRanges();
    return true;
  }

  const categoryField = field({ label: t("review.column.category"), control: category });
  shown = dialog({
    title: t("review.add.title"),
    size: "large",
    className: "dialog-add",
    focus: range || places ? "select" : "input",
    body: [
      field({ label: t("review.add.name"), control: typed }),
      whose.root,
      picker.root,
      h("div", { class: "pair" }, categoryField, roleField),
      status,
      found.root,
    ],
    actions: [
      { label: t("button.cancel") },
      { label: t("review.add.do", { count: 0 }), kind: "primary", run: take },
    ],
  });
  // Enter means "mark it", in the lists too; a list opens with the space bar and the arrows.
  shown.element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.tagName !== "SELECT") return;
    event.preventDefault();
    event.target.form.requestSubmit();
  });
  reflect();
  search();
  shown.closed.then(review.refocus);
  return shown;
}

/**
 * The words that are selected, and wherever else they stand and are nobody's, in one gesture: somebody new, or
 * somebody who is there. What was marked is said, with a way back.
 * @param {any} review @param {[number, number]} range
 * @param {{category: string, role?: string, entity?: string}} as
 */
export async function markAtOnce(review, range, as) {
  getSelection()?.removeAllRanges();
  const { text } = review.text;
  const asked = { mention: range, category: as.category };
  const found = await review.remote.occurrences(asked).catch(() => exactly(text, text.slice(...range)));
  const free = found.filter(({ start, end, entity }) => !entity && (end <= range[0] || start >= range[1]));
  const mentions = [range, ...free.map(({ start, end }) => [start, end])].sort((one, other) => one[0] - other[0]);
  review.actions.add({ mentions, ...as });
}

/** Where the very same letters stand. @param {string} text @param {string} words */
function exactly(text, words) {
  const places = [];
  for (
    let at = text.indexOf(words);
    words && at >= 0 && places.length < 2000;
    at = text.indexOf(words, at + words.length)
  )
    places.push({ start: at, end: at + words.length, exact: true, entity: null });
  return places;
}

function radios(legend, choices) {
  const name = `choice-${Math.random().toString(36).slice(2)}`;
  const inputs = choices.map(([value], index) =>
    h("input", { type: "radio", name, value, checked: index === 0 }),
  );
  const root = h(
    "fieldset",
    { class: "radios" },
    h("legend", null, legend),
    choices.map(([, label], index) => h("label", { class: "check" }, inputs[index], label)),
  );
  return {
    root,
    get value() {
      return inputs.find((input) => input.checked)?.value;
    },
  };
}
