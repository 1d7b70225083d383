/** The dialogs that join and part entities: merge two, split some occurrences off. */

import { h } from "../dom.js";
import { categoryName } from "../shell/categories.js";
import { field, select } from "../shell/form.js";
import { roleSelect } from "../shell/roles.js";
import { createFound } from "./found.js";
import { hasRole, nameOf } from "./names.js";
import { createPicker } from "./pick.js";

/** @typedef {import("./types.js").Entity} Entity @typedef {import("./types.js").Mark} Mark */

/** Which entity is this one really? @param {any} review @param {Entity | null} entity */
export function openMerge(review, entity) {
  const { t, text, dialog, store, toast } = review;
  if (!entity) return toast(t("review.choose-first"));
  const name = nameOf(entity, text.text);
  let chosen = "";
  const take = () => {
    const target = store.entities.get(chosen);
    const other = store.entities.get(entity.id);
    if (!target || !other) return false;
    review.actions.merge(target, other);
    return true;
  };
  const picker = createPicker(review, {
    like: { name, category: entity.category },
    without: entity.id,
    label: t("review.merge.search"),
    onChoose: (id) => (chosen = id),
    onTake: () => take() && shown.close(true),
  });
  const shown = dialog({
    title: t("review.merge.title", { name }),
    body: [h("p", null, t("review.merge.text")), picker.root],
    className: "dialog-pick",
    focus: "input",
    actions: [{ label: t("button.cancel") }, { label: t("review.merge.do"), kind: "primary", run: take }],
  });
  shown.closed.then(review.refocus);
  return shown;
}

/**
 * Which occurrences are somebody else?
 * @param {any} review @param {Entity | null} entity @param {Mark | null} mark
 */
export function openSplit(review, entity, mark) {
  const { t, text, dialog, toast, store } = review;
  if (!entity) return toast(t("review.choose-first"));
  if (entity.mentions.length < 2) return toast(t("review.split.single"));
  const form = (each) => text.text.slice(each.start, each.end);
  const here = mark ? form(mark) : null;
  const found = createFound({ text: text.text, t, changed: update });
  // Grouped by how the name is written there: mostly a whole form belongs to somebody else.
  const forms = Map.groupBy
    ? Map.groupBy(entity.mentions, form)
    : entity.mentions.reduce(
        (map, each) => map.set(form(each), [...(map.get(form(each)) ?? []), each]),
        new Map(),
      );
  const ordered = [...forms].sort(([one], [other]) => Number(other === here) - Number(one === here));
  found.set(
    ordered.map(([title, marks]) => ({
      title: `“${title}”`,
      places: marks.map(({ start, end }) => ({ start, end, ticked: start === mark?.start })),
    })),
  );
  const category = select(
    { value: entity.category, on: { change: update } },
    review.categories.map((each) => [each, categoryName(each)]),
  );
  const role = roleSelect({}, entity.role || "UNKNOWN");
  const roleField = field({ label: t("review.column.role"), control: role.element });
  const shown = dialog({
    title: t("review.split.title", { name: nameOf(entity, text.text) }),
    body: [
      h("p", null, t("review.split.text")),
      found.root,
      h(
        "div",
        { class: "pair" },
        field({ label: t("review.column.category"), control: category }),
        roleField,
      ),
    ],
    size: "large",
    focus: ".found li input:checked",
    actions: [
      { label: t("button.cancel") },
      { label: t("review.split.do", { count: 0 }), kind: "primary", run: take },
    ],
  });

  function update() {
    role.fit(category.value);
    roleField.hidden = !hasRole(category.value);
    const button = shown?.buttons().at(-1);
    if (!button) return;
    const count = found.ticked.length;
    button.textContent = t("review.split.do", { count });
    button.disabled = count === 0 || count === entity.mentions.length;
  }

  function take() {
    const now = store.entities.get(entity.id);
    const starts = new Set(found.ticked.map((place) => place.start));
    const marks = now?.mentions.filter((each) => starts.has(each.start)) ?? [];
    if (!marks.length || marks.length === now.mentions.length) return false;
    review.actions.split(now, marks, {
      ...(category.value !== now.category && { category: category.value }),
      ...(hasRole(category.value) && role.value !== now.role && { role: role.value }),
    });
    return true;
  }

  update();
  shown.closed.then(review.refocus);
  return shown;
}
