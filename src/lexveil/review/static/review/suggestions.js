/** "The same person as in document 2?": a strip with one question at a time. */

import { h, replace } from "../dom.js";
import { percent, word } from "../i18n.js";
import { icon } from "./icons.js";
import { nameOf } from "./names.js";

/** @param {any} review */
export function createSuggestions(review) {
  const { store, remote, text, t } = review;
  let open = [];
  const refused = new Set(); // asked once is enough
  const root = h("div", {
    class: "suggestions",
    role: "region",
    "aria-label": t("review.suggestions"),
    hidden: true,
    dataset: { testid: "suggestions" },
  });

  async function load() {
    try {
      open = (await remote.suggestions()).filter(
        (each) => store.entities.has(each.entity) && !refused.has(key(each)),
      );
    } catch {
      return; // a question less
    }
    draw();
  }

  const key = (each) => `${each.entity} ${each.document} ${each.other}`;

  function draw() {
    const suggestion = open[0];
    const entity = suggestion && store.entities.get(suggestion.entity);
    root.hidden = !entity;
    if (!entity) return;
    const { name, pseudonym, score, why } = suggestion;
    replace(
      root,
      icon("users"),
      h(
        "span",
        { class: "suggestion-text" },
        t("review.same", { name: nameOf(entity, text.text), document: name, pseudonym }),
        " ",
        h(
          "span",
          { class: "faint" },
          [word(`review.resembles.${why}`, ""), typeof score === "number" && percent(score, 0)]
            .filter(Boolean)
            .join(" · "),
        ),
      ),
      h(
        "button",
        {
          class: "small primary",
          type: "button",
          dataset: { testid: "same-yes" },
          on: { click: () => answer(true) },
        },
        t("review.same.yes"),
      ),
      h(
        "button",
        {
          class: "small",
          type: "button",
          dataset: { testid: "same-no" },
          on: { click: () => answer(false) },
        },
        t("review.same.no"),
      ),
      h(
        "button",
        {
          class: "small plain",
          type: "button",
          on: { click: () => review.goTo(entity.id, entity.mentions[0]?.start) },
        },
        t("review.same.show"),
      ),
      open.length > 1 && h("span", { class: "count" }, t("review.more", { count: open.length - 1 })),
    );
  }

  function answer(yes) {
    const suggestion = open.shift();
    const entity = store.entities.get(suggestion.entity);
    refused.add(key(suggestion));
    const held = root.contains(document.activeElement);
    if (yes && entity) review.actions.same(entity, suggestion.pseudonym);
    draw();
    if (held && !root.hidden) root.querySelector("button")?.focus();
  }

  return { root, load };
}
