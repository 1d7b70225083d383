/**
 * What an edit will do, foretold so that it shows at once; the answer of the service replaces the guess.
 *
 * In: the entities as shown and a command. Out: entities that change and ids that go. Pure. What only the
 * service can know (a new pseudonym) stays open until it answers.
 */

import { from, inOrder } from "./marks.js";
import { ACCEPTED, KEPT } from "./types.js";

/** @typedef {import("./types.js").Entity} Entity @typedef {import("./types.js").Command} Command */
/** @typedef {{changed: Entity[], removed: string[]}} Patch */

export const OPEN = "…"; // a pseudonym that is still to be given
const reason = (code) => ({ code, values: {} });
const REJECTED = { action: "reject", state: "rejected", rule: reason("rejected") };

/**
 * @param {ReadonlyMap<string, Entity>} entities
 * @param {Command} command
 * @param {string} fresh the id of an entity that the command may make
 * @returns {Patch}
 */
export function guess(entities, command, fresh) {
  const make = GUESSES[command.kind];
  const first = command.entity ?? command.entities?.[0];
  const entity = first === undefined ? undefined : entities.get(first);
  if (!make || (first !== undefined && !entity)) return { changed: [], removed: [] };
  return make(entities, command, entity, fresh);
}

/**
 * Whether it is so already: the service refuses what changes nothing.
 * @param {string} kind @param {Entity} entity
 * @param {import("./types.js").Mark | null} mark null: all of them
 */
export function isSo(kind, entity, mark) {
  const has = (flag) => (mark ? [mark] : entity.mentions).every((each) => each.flags & flag);
  const goes = entity.action === "replace";
  if (kind === "accept") return entity.action !== "reject" && has(ACCEPTED);
  if (kind === "reject") return entity.action === "reject";
  if (kind === "keep") return mark ? !goes || has(KEPT) : !goes && entity.rule?.code === "kept";
  if (mark) return goes && !has(KEPT);
  return entity.rule?.code === "replaced" && !entity.mentions.some((each) => each.flags & KEPT);
}

const GUESSES = {
  accept: (_, { mentions }, entity) => only({ ...entity, ...flagged(entity, mentions, ACCEPTED, true) }),
  reject: (_, { mentions }, entity, fresh) =>
    some(mentions, entity)
      ? parted(entity, mentions, fresh, { ...REJECTED, pseudonym: "" })
      : only({
          ...entity,
          ...flagged(entity, null, ACCEPTED, false),
          ...REJECTED,
          pseudonym: "",
          given: false,
        }),
  keep: (_, { mentions }, entity) =>
    some(mentions, entity)
      ? only({ ...entity, ...flagged(entity, mentions, KEPT, true) })
      : only({ ...entity, action: "keep", pseudonym: "", given: false, rule: reason("kept") }),
  replace: (_, { mentions }, entity) => {
    const goes = entity.action === "replace";
    // Of what stayed as a whole, only the chosen ones go.
    const before = goes ? entity : { ...entity, ...flagged(entity, null, KEPT, true) };
    return only({
      ...before,
      ...flagged(before, mentions, KEPT, false),
      action: "replace",
      pseudonym: entity.pseudonym || OPEN,
      rule: goes && some(mentions, entity) ? entity.rule : reason("replaced"),
    });
  },
  category: (_, { category, mentions }, entity, fresh) => here(entity, mentions, fresh, { category }),
  role: (_, { role, side, mentions }, entity, fresh) =>
    here(entity, mentions, fresh, { role, side: role === "PARTY" ? (side ?? entity.side) : "" }),
  rename: (_, { pseudonym, mentions }, entity, fresh) =>
    here(entity, mentions, fresh, { pseudonym, given: true }),
  answer: (_, { mentions }, entity) =>
    mentions ? only({ ...entity, ...flagged(entity, mentions, ACCEPTED, true) }) : only(entity),
  move: (entities, { mentions, entities: [id] }, entity) => {
    const target = entities.get(id);
    const chosen = new Set(mentions.map(([start]) => start));
    const gone = entity.mentions.filter((mark) => chosen.has(mark.start));
    const rest = entity.mentions.filter((mark) => !chosen.has(mark.start));
    const moved = gone.map((mark) => ({ ...mark, id, flags: mark.flags | ACCEPTED }));
    const joined = { ...target, mentions: [...target.mentions, ...moved].sort(inOrder) };
    if (!rest.length) return { changed: [joined], removed: [entity.id] };
    return { changed: [{ ...entity, mentions: rest }, joined], removed: [] };
  },
  same: (_, { pseudonym }, entity) => only({ ...entity, pseudonym }),
  whitelist: (_, __, entity) =>
    only({ ...entity, action: "keep", pseudonym: "", given: false, rule: reason("whitelist") }),
  merge: merged,
  split: (_, { mentions, category, role }, entity, fresh) =>
    parted(entity, mentions, fresh, {
      category: category ?? entity.category,
      role: role ?? entity.role,
      pseudonym: entity.action === "replace" ? OPEN : "",
      given: false,
    }),
  add: added,
  span: (entities, { mention, to }, entity) => {
    const kept = entity.mentions.filter((mark) => mark.start !== mention[0] || mark.end !== mention[1]);
    const old = entity.mentions.find((mark) => mark.start === mention[0]);
    const mark = { ...(old ?? blank(entity.id)), start: to[0], end: to[1] };
    const base = { ...entity, mentions: kept };
    return taking(new Map(entities).set(entity.id, base), base, [mark]);
  },
};

/** All of the entity, or the mentions that leave it by being something else. */
const here = (entity, mentions, fresh, changes) =>
  some(mentions, entity)
    ? parted(entity, mentions, fresh, { pseudonym: entity.action === "replace" ? OPEN : "", ...changes })
    : only({ ...entity, ...changes });

const only = (entity) => ({ changed: [entity], removed: [] });
const some = (mentions, entity) => Boolean(mentions) && mentions.length < entity.mentions.length;
const blank = (id) => ({ start: 0, end: 0, certainty: 1, flags: ACCEPTED, id });

function flagged(entity, mentions, flag, on) {
  const chosen = mentions && new Set(mentions.map(([start]) => start));
  const marks = entity.mentions.map((mark) =>
    !chosen || chosen.has(mark.start)
      ? { ...mark, flags: on ? mark.flags | flag : mark.flags & ~flag }
      : mark,
  );
  return { mentions: marks, state: stateOf(marks, entity.state) };
}

function stateOf(marks, state) {
  const accepted = marks.filter((mark) => mark.flags & ACCEPTED).length;
  if (accepted === marks.length) return "accepted";
  return accepted ? "partly" : state === "rejected" ? "rejected" : "proposed";
}

/** Some mentions leave for an entity of their own. */
function parted(entity, mentions, fresh, changes) {
  const chosen = new Set(mentions.map(([start]) => start));
  const gone = entity.mentions.filter((mark) => chosen.has(mark.start));
  const rest = entity.mentions.filter((mark) => !chosen.has(mark.start));
  const other = { ...entity, ...changes, id: fresh, mentions: gone.map((mark) => ({ ...mark, id: fresh })) };
  if (!rest.length) return { changed: [other], removed: [entity.id] };
  return { changed: [{ ...entity, mentions: rest }, other], removed: [] };
}

function merged(entities, { entities: ids }, target) {
  const others = ids
    .slice(1)
    .map((id) => entities.get(id))
    .filter(Boolean);
  const moved = others.flatMap((other) => other.mentions.map((mark) => ({ ...mark, id: target.id })));
  const whole = {
    ...target,
    certainty: Math.min(target.certainty, ...others.map((other) => other.certainty)),
    mentions: [...target.mentions, ...moved].sort(inOrder),
  };
  return { changed: [whole], removed: others.map((other) => other.id) };
}

function added(entities, { mentions, category, role, entity: id }, entity, fresh) {
  const target = entity ?? {
    id: fresh,
    category,
    role: role ?? "",
    certainty: 1,
    action: "replace",
    pseudonym: OPEN,
    given: false,
    rule: null,
    why: [],
    state: "accepted",
    shared: 0,
    mentions: [],
  };
  const marks = mentions.map(([start, end]) => ({ ...blank(id ?? fresh), start, end }));
  return taking(entities, target, marks);
}

/** The entity with new marks; what they overlap is taken from who had it. */
function taking(entities, target, marks) {
  const sorted = [...marks].sort(inOrder);
  // They do not overlap each other, so only the last that begins before a mark's end can touch it.
  const free = (mark) => !((sorted[from(sorted, mark.end) - 1]?.end ?? -1) > mark.start);
  const changed = [];
  const removed = [];
  for (const other of entities.values()) {
    if (other.id === target.id) continue;
    const left = other.mentions.filter(free);
    if (left.length === other.mentions.length) continue;
    if (left.length) changed.push({ ...other, mentions: left });
    else removed.push(other.id);
  }
  const mentions = [...target.mentions.filter(free), ...sorted].sort(inOrder);
  return { changed: [...changed, { ...target, mentions }], removed };
}
