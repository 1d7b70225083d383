/**
 * One block of the document with what is marked in it.
 *
 * In: a block, the state, the view. Out: the children of the block's element. In the views `original`,
 * `marked` and `inline` their text is exactly the block's text, so that a selection can be turned into offsets: signs are
 * drawn by the style sheet.
 */

import { groupOf } from "../shell/categories.js";
import { stays, within } from "./marks.js";
import { ACCEPTED } from "./types.js";

/** @typedef {import("./types.js").Block} Block @typedef {import("./types.js").Mark} Mark */

/** @param {HTMLElement} element @param {Block} block @param {any} scene */
export function paint(element, block, scene) {
  if (block.kind === "page") return;
  const { text, mode } = scene;
  if (mode === "original") {
    element.textContent = text.slice(block.start, block.end);
    return;
  }
  const items = mode === "preview" ? scene.replacements() : scene.marks();
  const draw = mode === "preview" ? replaced : marked;
  const parts = [];
  let at = block.start;
  for (const { item, start, end } of within(items, block.start, block.end)) {
    const drawn = draw(item, text.slice(start, end), scene);
    if (!drawn) continue;
    if (start > at) parts.push(text.slice(at, start));
    parts.push(drawn);
    at = end;
  }
  if (at < block.end) parts.push(text.slice(at, block.end));
  element.replaceChildren(...parts);
}

/**
 * The words of a block as the view shows them, without elements: for what is far away.
 * @param {Block} block @param {any} scene
 */
export function wordsOf(block, scene) {
  const { text } = scene;
  if (scene.mode !== "preview") return text.slice(block.start, block.end);
  const parts = [];
  let at = block.start;
  for (const { item, start, end } of within(scene.replacements(), block.start, block.end)) {
    parts.push(text.slice(at, start), item.text);
    at = end;
  }
  return parts.join("") + text.slice(at, block.end);
}

function marked(mark, content, scene) {
  const { mode } = scene;
  const entity = scene.entity(mark.id);
  if (!entity) return null;
  if (scene.hides(entity, mark) && mark.id !== scene.target.id) return null;
  const element = spanOf(entity, mark, "mark", content, scene);
  element.dataset.number = String(scene.number(entity.id));
  const tag = mode === "inline" && scene.replacementAt(mark.start);
  if (tag) element.dataset.tag = tag;
  element.dataset.action = entity.action === "reject" ? "reject" : stays(entity, mark) ? "keep" : "replace";
  if (mark.flags & ACCEPTED) element.dataset.accepted = "";
  element.tabIndex = -1;
  element.setAttribute("role", "button");
  return element;
}

function replaced(replacement, _, scene) {
  const entity = scene.entity(replacement.id);
  const shown = entity ?? { id: replacement.id, category: "MISC" };
  const element = spanOf(shown, replacement, "pseudonym", replacement.text, scene);
  if (replacement.mark !== false) {
    element.tabIndex = -1;
    element.setAttribute("role", "button");
  }
  return element;
}

function spanOf(entity, place, name, content, scene) {
  const element = document.createElement("span");
  element.className = name;
  element.dataset.group = groupOf(entity.category);
  element.dataset.entity = entity.id;
  element.dataset.at = String(place.start);
  element.dataset.certainty = String(place.certainty ?? entity.certainty ?? "");
  element.textContent = content;
  const { target } = scene;
  if (scene.picked(place.start)) element.classList.add("picked");
  if (target.id === entity.id) element.classList.add("same");
  if (target.id === entity.id && target.start === place.start) element.classList.add("here");
  return element;
}
