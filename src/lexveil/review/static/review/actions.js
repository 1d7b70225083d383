/**
 * What a reviewer can do to an entity or to one of its occurrences; each is one command, shown at once and
 * undone with one key.
 */

import { announce } from "../shell/toast.js";
import { roleName, categoryName } from "../shell/categories.js";
import { isSo } from "./guess.js";
import { hasRole, nameOf } from "./names.js";
import { rangeOf } from "./marks.js";

/** @typedef {import("./types.js").Entity} Entity @typedef {import("./types.js").Mark} Mark */

const LOCKED = new Set(["approved", "exported"]);
// What takes a second look: said with a button that takes it back.
const WEIGHTY = new Set(["reject", "merge", "whitelist", "split", "add"]);

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

  function nothing() {
    toast(t("review.choose-first"));
    return false;
  }

  const actions = {
    accept: (entity, mark) => on("accept", entity, mark),
    reject: (entity, mark) => on("reject", entity, mark),
    keep: (entity, mark) => on("keep", entity, mark),
    replace: (entity, mark) => on("replace", entity, mark),
    category(entity, category) {
      if (!entity) return nothing();
      if (entity.category === category) return false;
      if (!send({ kind: "category", entity: entity.id, category })) return false;
      say("category", entity, entity.mentions.length, { category: categoryName(category) });
      return true;
    },
    role(entity, role) {
      if (!entity) return nothing();
      if (!hasRole(entity.category)) return toast(t("review.no-role"));
      if (entity.role === role) return false;
      if (!send({ kind: "role", entity: entity.id, role })) return false;
      say("role", entity, entity.mentions.length, { role: roleName(role) });
      review.doubts.acted("role", entity.id, null);
      return true;
    },
    /** @param {Entity} entity @param {string} pseudonym @param {(error: any) => boolean} refused */
    rename(entity, pseudonym, refused) {
      if (pseudonym === entity.pseudonym) return;
      if (!send({ kind: "rename", entity: entity.id, pseudonym }, { refused })) return;
      say("rename", entity, entity.mentions.length, { pseudonym });
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
      say("span", entity, 1);
      review.target.set(entity.id, to[0], "action");
    },
    undo: () => locked() || (offered(), review.sending.undo()),
    redo: () => locked() || (offered(), review.sending.redo()),
  };
  return actions;
}
