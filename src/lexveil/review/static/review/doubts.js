/**
 * The doubt queue: what is uncertain, the most uncertain first, until nothing is left.
 *
 * In: the list of the service, and what the reviewer does. Out: a banner, and the ids that are in doubt. What
 * was decided leaves the queue at once; the service's own list, fetched a moment later, has the last word.
 */

import { h, replace, settled } from "../dom.js";
import { word } from "../i18n.js";
import { announce } from "../shell/toast.js";
import { answerText } from "./answers.js";
import { icon } from "./icons.js";
import { nameOf } from "./names.js";

const DECIDES = new Set(["accept", "reject", "keep", "replace", "merge", "whitelist"]); // then on to the next

/** @param {any} review */
export function createDoubts(review) {
  const { store, remote, text, t } = review;
  /** @type {import("./types.js").Doubt[]} */
  let queue = [];
  let total = 0;
  let at = -1; // the one the reviewer is at
  let ids = new Set();
  let loaded = false; // until then the number is known, and a step is taken once the questions are there
  let wanted = 0;
  let counting = true; // more may come: some questions ask for the whole rendered document
  let alone = false; // the answer is for the place one is at, not for all that the question is about
  const listeners = new Set();
  const banner = h("div", {
    class: "doubts",
    role: "region",
    "aria-label": t("review.doubts"),
    dataset: { testid: "doubts", left: "" },
  });

  const fetchSoon = settled(() => load(), 500);
  const renewSoon = settled(() => load({ quick: false }), 2000);
  /** What is there at once; what asks for the whole document to be rendered anew comes when nobody edits. */
  async function load({ quick = true } = {}) {
    if (store.waiting) return;
    const { number } = store;
    try {
      const { doubts, partly, stale } = await remote.doubts({ quick });
      if (store.waiting || store.number !== number) return; // a change is on its way, which asks again
      counting = partly;
      take(doubts.filter((doubt) => store.entities.has(doubt.entity)));
      if (partly) load({ quick: false });
      else if (stale) renewSoon();
      if (wanted && queue.length) move(wanted);
      wanted = 0;
    } catch {
      return; // the queue as it was stands; the next edit asks again
    }
  }

  function take(next) {
    const here = at >= 0 ? queue[at] : null;
    queue = next;
    total = counting ? 0 : Math.max(total, queue.length);
    loaded = true;
    at = here ? queue.findIndex((doubt) => same(doubt, here)) : -1;
    changed();
  }

  function changed() {
    const before = ids;
    ids = new Set(queue.map((doubt) => doubt.entity));
    draw();
    const moved = new Set([...before, ...ids].filter((id) => before.has(id) !== ids.has(id)));
    if (moved.size) for (const listener of listeners) listener(moved);
  }

  const same = (one, other) =>
    one.entity === other.entity && one.reason === other.reason && one.mention?.[0] === other.mention?.[0];

  function draw() {
    banner.dataset.left = loaded ? String(queue.length) : "";
    banner.dataset.counting = String(counting);
    const doubt = queue[at];
    const entity = doubt && store.entities.get(doubt.entity);
    const held = banner.contains(document.activeElement) ? document.activeElement.dataset.testid : null;
    replace(
      banner,
      !counting && !queue.length && icon("check"),
      h(
        "strong",
        { class: "doubts-left", dataset: { testid: "doubts-left" } },
        howMany(),
      ),
      total > 0 &&
        h("progress", {
          max: String(Math.max(1, total)),
          value: total - queue.length,
          "aria-label": t("review.doubts.done", { done: total - queue.length, total }),
        }),
      entity &&
        h("span", { class: "doubts-now" }, h("q", null, words(doubt, entity)), " ", reason(doubt)),
      (loaded ? queue.length : remote.first.doubts) > 0 &&
        h(
          "span",
          { class: "doubts-buttons" },
          button("left", "p", t("review.doubts.previous"), () => move(-1)),
          button("right", "n", t("review.doubts.next"), () => move(1)),
        ),
      entity && answers(doubt),
    );
    if (held) banner.querySelector(`[data-testid="${held}"]`)?.focus();
  }

  function howMany() {
    const count = loaded ? queue.length : remote.first.doubts;
    if (!loaded || !counting) return count ? t("review.doubts.left", { count }) : t(loaded ? "review.doubts.none" : "review.doubts.looking");
    return t(count ? "review.doubts.so-far" : "review.doubts.looking", { count });
  }

  /** What can be said to it, each as a button; of several places, to all of them or to this one. */
  function answers(doubt) {
    return h(
      "div",
      { class: "doubt-answers", role: "group", "aria-label": t("review.doubts.answers") },
      doubt.places.length > 1 &&
        h(
          "label",
          { class: "check" },
          h("input", {
            type: "checkbox",
            checked: alone,
            dataset: { testid: "doubt-alone" },
            on: { change: (event) => (alone = event.target.checked) },
          }),
          t("review.doubts.alone", { count: doubt.places.length }),
        ),
      doubt.answers.map((answer, index) =>
        h(
          "button",
          {
            class: ["small", index === 0 && "primary"],
            type: "button",
            "aria-keyshortcuts": index ? `Alt+${index + 1}` : "a",
            title: answerText(review, answer),
            dataset: { testid: `answer-${index + 1}`, answer: answer.code },
            on: { click: () => give(doubt, answer) },
          },
          h("span", { class: "answer-text" }, answerText(review, answer)),
          h("kbd", { "aria-hidden": "true" }, index ? `Alt ${index + 1}` : "a"),
        ),
      ),
    );
  }

  function give(doubt, answer) {
    const { command } = answer;
    const one = alone && doubt.places.length > 1 ? [doubt.mention] : null;
    if (!review.actions.answer(one ? { ...command, mentions: one } : command)) return;
    if (doubt.reason === "risk" && answer.code === "hide") {
      // By the other details somebody may still be recognised: the service says when nobody can.
      doubt.answers = doubt.answers.filter((each) => each !== answer);
      return draw();
    }
    queue = queue.filter((each) => each !== doubt);
    alone = false;
    at = queue.length ? Math.min(at, queue.length - 1) : -1;
    changed();
    if (at >= 0) go();
    else announce(t("review.doubts.none"));
  }

  const button = (name, key, label, click) =>
    h(
      "button",
      {
        class: "small",
        type: "button",
        "aria-keyshortcuts": key,
        dataset: { testid: `doubt-${key}` },
        on: { click },
      },
      name === "left" && icon(name),
      label,
      name === "right" && icon(name),
      h("kbd", { "aria-hidden": "true" }, key),
    );
  /** What is in question: the words of a place, or somebody as a whole. */
  const words = ({ mention }, entity) =>
    mention ? text.text.slice(...mention).replace(/\s+/g, " ") : nameOf(entity, text.text);

  /** Our words for the reasons we know, else those of the service. */
  function reason(doubt) {
    const kind = String(doubt.reason)
      .toLowerCase()
      .replace(/[^a-z]+/g, "-");
    return word(`review.reason.${kind}`, doubt.reason);
  }

  function move(step) {
    if (!loaded) return void (wanted = step);
    if (!queue.length) return announce(t("review.doubts.none"));
    at = at < 0 ? (step > 0 ? 0 : queue.length - 1) : (at + step + queue.length) % queue.length;
    go();
  }

  function go() {
    const doubt = queue[at];
    const entity = doubt && store.entities.get(doubt.entity);
    if (!entity) return;
    const start = doubt.mention?.[0] ?? entity.mentions[0]?.start;
    draw();
    review.goTo(entity.id, start);
    announce(
      `${t("review.doubts.at", { index: at + 1, total: queue.length })} ${words(doubt, entity)}: ${reason(doubt)}`,
    );
  }

  draw();
  store.on("change", ({ ids: changedIds }) => {
    const left = queue.filter((doubt) => store.entities.has(doubt.entity));
    if (left.length !== queue.length) take(left);
    else if ([...changedIds].some((id) => ids.has(id))) draw();
    fetchSoon();
  });
  store.on("status", () => !store.waiting && fetchSoon());

  return {
    banner,
    load,
    move,
    get ids() {
      return ids;
    },
    get left() {
      return queue.length;
    },
    get walking() {
      return at >= 0;
    },
    /**
     * Answer the question one is at, if it is about this entity.
     * @param {number} index of the answer @param {string} [id] @returns {boolean}
     */
    answer(index, id) {
      const doubt = queue[at];
      const answer = doubt?.answers[index];
      if (!answer || (id && id !== doubt.entity)) return false;
      give(doubt, answer);
      return true;
    },
    onChange(listener) {
      listeners.add(listener);
    },
    /** The reviewer decided something: it leaves the queue, and in the walk the next one comes. */
    acted(kind, id, mark) {
      const walked = at >= 0 && queue[at]?.entity === id;
      if (!DECIDES.has(kind)) return;
      // To accept answers whether it is a name, and nothing else that is asked.
      const meant = (doubt) => kind !== "accept" || doubt.reason === "certainty";
      const gone = (doubt) =>
        doubt.entity === id &&
        meant(doubt) &&
        (mark ? doubt.mention?.[0] === mark.start : kind !== "accept" || !doubt.mention);
      const before = queue.slice(0, Math.max(0, at)).filter((doubt) => !gone(doubt)).length;
      queue = queue.filter((doubt) => !gone(doubt));
      at = walked ? (queue.length ? Math.min(before, queue.length - 1) : -1) : at >= 0 ? before : -1;
      changed();
      if (walked && at >= 0) go();
      else if (walked) announce(t("review.doubts.none"));
    },
  };
}
