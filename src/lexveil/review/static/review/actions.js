/**
 * What a reviewer can do to an entity or to one of its occurrences; each is one command, shown at once and
 * undone with one key.
 */

import { announce } from "../shell/toast.js";
import { categoryName } from "../shell/categories.js";
import { choiceName, rolesOf } from "../shell/roles.js";
import { isSo } from "./guess.js";
import { hasRole, nameOf } from "./names.js";
import { alike, rangeOf } from "./marks.js";

/** @typedef {import("./types.js").Entity} Entity @typedef {import("./types.js").Mark} Mark */

const LOCKED = new Set(["approved", "exported"]);
// What takes a second look: said with a button that takes it back.
const WEIGHTY = new Set(["reject", "merge", "whitelist", "split", "add", "move"]);

/** @param {any} review */
export function createActions(review) {
  const { store, text, t, toast } = review;
  let offered = () => {}; // takes back an offer to undo: after the next step it would undo another one

  /** @param {string} kind @param {Entity} entity @param {number} count */
  function say(kind, entity, count, values = {}) {
    const words = sentence(kind, entity, count, values);
    if (WEIGHTY.has(kind)) offered = toast(words, { action: { label: t("review.undo"), run: actions.undo } });
    else announce(words);
  }

  const sentence = (kind, entity, count, values = {}) =>
    t(`review.done.${kind}`, { name: nameOf(entity, text.text), count, ...values });

  const goesOn = (mark) => store.entities.get(mark.id)?.action !== "reject";

  /** After words were cut off: they may be cut off the other mentions that have them, too. */
  function offerAlike(entity, mark, to) {
    const places = alike(text.text, store.marks.filter(goesOn), mark, to);
    if (!places.length) return say("span", entity, 1);
    const run = () => actions.spans(places.filter(([each]) => store.marks.includes(each)));
    review.again = run;
    offered = toast(sentence("span", entity, 1), {
      action: { label: t("review.span.alike", { count: places.length }), run },
    });
  }

  /** What was approved stays as it was, until somebody opens it again. */
  function locked() {
    if (!LOCKED.has(store.state)) return false;
    toast(t("review.locked"), {
      action: { label: t("review.move.in-review"), run: () => review.toolbar.move("in review") },
    });
    return true;
  }

  function send(command, options) {
    if (locked()) return null;
    offered();
    review.again = null;
    return review.sending.send(command, options);
  }

  /** A command on all occurrences, or on one of them. */
  function on(kind, entity, mark = null) {
    if (!entity) return nothing();
    // One of one is all of them.
    const one = mark && entity.mentions.length > 1;
    if (isSo(kind, entity, one ? mark : null)) {
      announce(sentence(kind, entity, one ? 1 : entity.mentions.length));
      review.doubts.acted(kind, entity.id, one ? mark : null);
      return false;
    }
    if (!send({ kind, entity: entity.id, ...(one && { mentions: [rangeOf(mark)] }) })) return false;
    say(kind, entity, one ? 1 : entity.mentions.length);
    review.doubts.acted(kind, entity.id, one ? mark : null);
    return true;
  }

  /** Marks by whose they are. @param {Mark[]} marks @returns {[Entity, Mark[]][]} */
  function owned(marks) {
    const found = new Map();
    for (const mark of marks) found.set(mark.id, [...(found.get(mark.id) ?? []), mark]);
    return [...found].map(([id, own]) => [store.entities.get(id), own]).filter(([entity]) => entity);
  }

  const wordsOf = (mark) => text.text.slice(mark.start, mark.end);

  /** The place alone, where it is one of several. */
  const only = (entity, mark) =>
    mark && entity.mentions.length > 1 ? { mentions: [rangeOf(mark)] } : null;

  function nothing() {
    toast(t("review.choose-first"));
    return false;
  }

  const actions = {
    accept: (entity, mark) => on("accept", entity, mark),
    reject: (entity, mark) => on("reject", entity, mark),
    keep: (entity, mark) => on("keep", entity, mark),
    replace: (entity, mark) => on("replace", entity, mark),
    category(entity, category, mark = null) {
      if (!entity) return nothing();
      if (entity.category === category) return false;
      const one = only(entity, mark);
      if (!send({ kind: "category", entity: entity.id, category, ...one })) return false;
      say("category", entity, one ? 1 : entity.mentions.length, { category: categoryName(category) });
      return true;
    },
    /** @param {Entity} entity @param {string} role @param {Mark | null} [mark] @param {string} [side] of a party */
    role(entity, role, mark = null, side = undefined) {
      if (!entity) return nothing();
      if (!hasRole(entity.category)) return toast(t("review.no-role"));
      if (entity.role === role && (side ?? entity.side ?? "") === (entity.side ?? "")) return false;
      const one = only(entity, mark);
      const command = { kind: "role", entity: entity.id, role, ...one, ...(side !== undefined && { side }) };
      if (!send(command)) return false;
      say("role", entity, one ? 1 : entity.mentions.length, { role: choiceName({ role, side: side ?? "" }) });
      review.doubts.acted("role", entity.id, null);
      return true;
    },
    /** The role of a key, among those that fit. @param {Entity} entity @param {number} index @param {Mark | null} mark */
    roleByKey(entity, index, mark) {
      if (!entity) return nothing();
      const role = rolesOf(entity.category).at(index);
      return role ? actions.role(entity, role, mark) : toast(t("review.no-role"));
    },
    /** @param {Entity} entity @param {string} pseudonym @param {(error: any) => boolean} refused @param {Mark | null} [mark] */
    rename(entity, pseudonym, refused, mark = null) {
      if (pseudonym === entity.pseudonym) return;
      const one = only(entity, mark);
      if (!send({ kind: "rename", entity: entity.id, pseudonym, ...one }, { refused })) return;
      say("rename", entity, one ? 1 : entity.mentions.length, { pseudonym });
    },
    /** Mentions to whom they belong. @param {Mark[]} marks @param {Entity} target */
    move(marks, target) {
      const moved = owned(marks).filter(
        ([entity, own]) =>
          entity.id !== target.id &&
          send({ kind: "move", entity: entity.id, entities: [target.id], mentions: own.map(rangeOf) }),
      );
      if (!moved.length) return;
      say("move", target, marks.length, { other: wordsOf(marks[0]) });
      review.target.set(target.id, marks[0].start, "action");
    },
    /** Mentions that are somebody new, of the kind that they were. @param {Mark[]} marks */
    part(marks) {
      const [[entity, own], ...others] = owned(marks);
      if (!others.length && own.length === entity.mentions.length) return toast(t("review.split.single"));
      if (!others.length) return actions.split(entity, own);
      const { category, role } = entity;
      actions.add({ mentions: marks.map(rangeOf), category, ...(hasRole(category) && { role }) });
    },
    /** What a doubt was answered by. @param {any} command @returns {boolean} */
    answer(command) {
      const entity = store.entities.get(command.entity ?? command.entities?.[0]);
      if (!entity || !send(command)) return false;
      announce(t("review.done.answer", { name: nameOf(entity, text.text) }));
      return true;
    },
    /** The same to several. @param {"accept" | "reject" | "keep" | "replace"} kind @param {Entity[]} entities */
    several(kind, entities) {
      const done = entities.filter((each) => !isSo(kind, each, null) && send({ kind, entity: each.id }));
      for (const each of done) review.doubts.acted(kind, each.id, null);
      if (done.length) toast(t("review.done.several", { count: done.length }));
      return done.length;
    },
    /** The same to several places, all in the document. @param {"accept" | "reject" | "keep" | "replace"} kind @param {Mark[]} marks */
    severalPlaces(kind, marks) {
      const open = owned(marks).map(([entity, own]) => [entity, own.filter((mark) => !isSo(kind, entity, mark))]);
      const done = open.filter(
        ([entity, own]) => own.length && send({ kind, entity: entity.id, mentions: own.map(rangeOf) }),
      );
      for (const [entity, own] of done) for (const mark of own) review.doubts.acted(kind, entity.id, mark);
      if (done.length) toast(t("review.done.several", { count: marks.length }));
    },
    /** @param {Entity[]} entities @param {string} role @param {string} side */
    severalRoles(entities, role, side) {
      const fitting = entities.filter((each) => rolesOf(each.category).includes(role));
      const done = fitting.filter(
        (each) => (each.role !== role || side) && send({ kind: "role", entity: each.id, role, ...(side && { side }) }),
      );
      if (done.length) toast(t("review.done.several", { count: done.length }));
      return done.length;
    },
    /** @param {Entity} target @param {Entity} other goes into the target */
    merge(target, other) {
      if (target.id === other.id) return;
      if (!send({ kind: "merge", entities: [target.id, other.id] })) return;
      say("merge", target, other.mentions.length, { other: nameOf(other, text.text) });
      review.target.set(target.id, review.target.now.start, "action");
      review.doubts.acted("merge", other.id, null);
    },
    /** @param {Entity} entity @param {Mark[]} marks @param {{category?: string, role?: string}} [as] */
    split(entity, marks, as = {}) {
      const step = send({ kind: "split", entity: entity.id, mentions: marks.map(rangeOf), ...as });
      if (!step) return;
      say("split", entity, marks.length);
      review.target.set(step.fresh, marks[0].start, "action");
    },
    /** @param {{mentions: [number, number][], category: string, role?: string, entity?: string}} what */
    add(what) {
      const step = send({ kind: "add", ...what });
      if (!step) return;
      const entity = store.entities.get(what.entity ?? step.fresh);
      if (entity) say("add", entity, what.mentions.length);
      review.target.set(what.entity ?? step.fresh, what.mentions[0][0], "action");
    },
    /** @param {Entity} entity @param {"document" | "case" | "always"} scope */
    whitelist(entity, scope) {
      if (!entity) return nothing();
      if (!send({ kind: "whitelist", entity: entity.id, scope })) return;
      say("whitelist", entity, entity.mentions.length, { scope: t(`review.whitelist.${scope}`) });
      review.doubts.acted("whitelist", entity.id, null);
    },
    same(entity, pseudonym) {
      if (!send({ kind: "same", entity: entity.id, pseudonym })) return;
      say("rename", entity, entity.mentions.length, { pseudonym });
    },
    /** @param {Entity} entity @param {Mark} mark @param {[number, number]} to */
    span(entity, mark, to) {
      if (!send({ kind: "span", entity: entity.id, mention: rangeOf(mark), to })) return;
      offerAlike(entity, mark, to);
      review.target.set(entity.id, to[0], "action");
    },
    /** @param {[Mark, [number, number]][]} places each with where it is to be */
    spans(places) {
      const done = places.filter(([mark, to]) => send({ kind: "span", entity: mark.id, mention: rangeOf(mark), to }));
      if (done.length) announce(t("review.done.several", { count: done.length }));
    },
    undo: () => locked() || (offered(), review.sending.undo()),
    redo: () => locked() || (offered(), review.sending.redo()),
  };
  return actions;
}
