/** Why an entity is what it is: evidence for its role, the rule that decided, why its occurrences are one. */

import { h, replace } from "../dom.js";
import { percent, reasonText } from "../i18n.js";
import { errorState, loadingRows } from "../shell/states.js";
import { snippet } from "./found.js";
import { nameOf } from "./names.js";

/** Part of the program → words; the others are rules and lists. @type {Record<string, string>} */
const FINDERS = {
  ner: "model",
  hf: "model",
  gliner: "model",
  everywhere: "elsewhere",
  case: "case",
  review: "reviewer",
  metadata: "metadata",
};
const SHOWN = 100; // links; an entity may have hundreds

/** @param {any} review @param {import("./types.js").Entity | null} entity */
export function openReasons(review, entity) {
  const { t, text, dialog, toast, remote } = review;
  if (!entity) return toast(t("review.choose-first"));
  const body = h("div", { class: "stack reasons" }, loadingRows());
  const shown = dialog({
    title: t("review.why.title", { name: nameOf(entity, text.text) }),
    body,
    size: "large",
    focus: "h2",
    actions: [{ label: t("button.close"), kind: "primary", value: null }],
  });
  shown.closed.then(review.refocus);
  load();
  return shown;

  async function load() {
    try {
      replace(body, content(await remote.why(entity.id)));
    } catch (error) {
      if (!error.kind) console.error(error);
      replace(body, errorState(error, { retry: load, level: "h3" }));
    }
  }

  function content({ reasons: { role, rule }, links = [], sources = [] }) {
    const by = new Map(sources.map((each) => [each.mention[0], each]));
    return [
      part(t("review.card.rule"), h("p", null, reasonText(rule))),
      role.length > 0 &&
        part(
          t("review.why.role"),
          list(
            t("review.why.role"),
            [...new Set(role.map(reasonText))].map((each) => h("li", null, each)),
          ),
        ),
      links.length > 0 &&
        part(t("review.why.links"), list(t("review.why.links"), links.slice(0, SHOWN).map(link))),
      part(
        t("review.why.found"),
        list(
          t("review.why.found"),
          entity.mentions.slice(0, SHOWN).map((mark) => source(mark, by.get(mark.start))),
        ),
      ),
      (links.length > SHOWN || entity.mentions.length > SHOWN) &&
        h(
          "p",
          { class: "hint" },
          t("review.more", { count: Math.max(links.length, entity.mentions.length) - SHOWN }),
        ),
    ];
  }

  function part(title, content) {
    return h("section", null, h("h3", null, title), content);
  }

  /** Long ones scroll, by keyboard too. */
  function list(title, items) {
    return h("ul", { tabindex: "0", "aria-label": title }, items);
  }

  function words([start, end]) {
    return h("b", null, text.text.slice(start, end).replace(/\s+/g, " "));
  }

  function link({ mention, to, score, reason }) {
    return h(
      "li",
      null,
      words(mention),
      " = ",
      words(to),
      ": ",
      reasonText(reason),
      h("span", { class: "faint" }, ` · ${percent(score, 0)}`),
    );
  }

  /** Who found it, for somebody who does not know the parts of the program. @param {string} source */
  function finder(source) {
    const [who] = source.split(":");
    return t(`review.found-by.${FINDERS[who] ?? "rules"}`);
  }

  function source(mark, found) {
    return h(
      "li",
      { class: "reason-source" },
      snippet(text.text, mark),
      h("span", { class: "faint" }, found ? [...new Set(found.by.map(finder))].join(", ") : ""),
    );
  }
}
