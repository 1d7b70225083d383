/**
 * The state of the review as the page shows it: what the service confirmed, and on top of it the edits that
 * are still under way.
 *
 * In: answers of the service and commands of the reviewer. Out: entities, marks, and an event `change` that
 * names the entities that look different now. Never talks to the service.
 */

import { guess } from "./guess.js";
import { collect, exchanged } from "./marks.js";

/** @typedef {import("./types.js").Entity} Entity @typedef {import("./types.js").Command} Command */
/** @typedef {{command: Command, fresh: string}} Pending an edit that waits for its answer */

let drawn = 0;

/** @param {any} first the answer of GET review */
export function createStore(first) {
  /** @type {Map<string, Entity>} as the service has them */
  let confirmed = byId(first.entities);
  /** @type {Map<string, Entity>} as the page shows them */
  let shown = confirmed;
  let marks = collect(shown.values());
  /** @type {Pending[]} */
  let pending = [];
  /** @type {Command | null} not sent yet: a span that is being dragged */
  let draft = null;
  const at = { number: first.number, undo: first.undo, redo: first.redo, state: first.state };
  const listeners = new Map();
  /** @type {Map<string, number>} as they stand in the text; who comes later gets the next one */
  const numbers = new Map();
  for (const id of confirmed.keys()) numberOf(id);

  function numberOf(id) {
    if (!numbers.has(id)) numbers.set(id, numbers.size + 1);
    return numbers.get(id);
  }

  function emit(kind, detail) {
    for (const listener of listeners.get(kind) ?? []) listener(detail);
  }

  /** Work out anew what is shown, and tell which entities look different. */
  function refresh() {
    const next = overlaid();
    const ids = differences(shown, next);
    const before = shown;
    shown = next;
    if (!ids.size) return ids;
    marks = exchanged(marks, ids, (id) => shown.get(id));
    emit("change", { ids, before });
    return ids;
  }

  function overlaid() {
    const steps = draft ? [...pending, { command: draft, fresh: "new-draft" }] : pending;
    if (!steps.length) return confirmed;
    const next = new Map(confirmed);
    for (const { command, fresh } of steps) {
      const { changed, removed } = guess(next, command, fresh);
      for (const id of removed) next.delete(id);
      for (const entity of changed) next.set(entity.id, steady(shown.get(entity.id), entity));
    }
    return next;
  }

  function take(answer) {
    confirmed = new Map(confirmed);
    for (const id of answer.removed) confirmed.delete(id);
    for (const entity of answer.changed) confirmed.set(entity.id, steady(shown.get(entity.id), entity));
    settle(answer);
  }

  function settle({ number, undo, redo, state }) {
    Object.assign(at, { number, undo: Boolean(undo), redo: Boolean(redo), state });
  }

  const store = {
    get entities() {
      return shown;
    },
    get marks() {
      return marks;
    },
    get number() {
      return at.number;
    },
    /** What an entity is called by on marks and in the table, as long as the page is open. */
    numberOf,
    get canUndo() {
      return at.undo || pending.length > 0;
    },
    get canRedo() {
      return at.redo && !pending.length;
    },
    get state() {
      return at.state;
    },
    get waiting() {
      return pending.length;
    },
    /** Whether an edit of it waits for its answer. @param {string} id */
    isPending: (id) =>
      pending.some(
        ({ command, fresh }) => command.entity === id || command.entities?.includes(id) || fresh === id,
      ),
    /** Show a command before the service knows it. @param {Command} command @returns {Pending} */
    foretell(command) {
      const step = { command, fresh: `new-${++drawn}` };
      pending = [...pending, step];
      draft = null;
      refresh();
      emit("status");
      return step;
    },
    /** The service did it. @param {Pending} step @param {any} answer */
    confirm(step, answer) {
      const made = answer.changed.find((entity) => !confirmed.has(entity.id));
      pending = pending.filter((other) => other !== step);
      // What was done meanwhile to an entity that had no id yet is meant for the one that it became.
      if (made) pending = pending.map((other) => renamed(other, step.fresh, made.id));
      if (made && numbers.has(step.fresh)) numbers.set(made.id, numberOf(step.fresh));
      take(answer);
      refresh();
      emit("status");
      return made ? { from: step.fresh, to: made.id } : null;
    },
    /** The service refused it. @param {Pending} step */
    withdraw(step) {
      pending = pending.filter((other) => other !== step);
      refresh();
      emit("status");
    },
    /** What others did, or an undo. @param {any} answer @returns {Set<string>} what looks different */
    take(answer) {
      take(answer);
      const ids = refresh();
      emit("status");
      return ids;
    },
    /** Start over from a whole answer of the service. @param {any} whole */
    reset(whole) {
      confirmed = new Map(whole.entities.map((entity) => [entity.id, steady(shown.get(entity.id), entity)]));
      settle(whole);
      refresh();
      emit("status");
    },
    /** @param {string} state of the document */
    setState(state) {
      at.state = state;
      emit("status");
    },
    /** A command that is shown while it is still being made; null: none. @param {Command | null} command */
    draft(command) {
      draft = command;
      refresh();
    },
    /** Nobody looks any more. */
    close: () => listeners.clear(),
    on(kind, listener) {
      if (!listeners.has(kind)) listeners.set(kind, new Set());
      listeners.get(kind).add(listener);
      return () => listeners.get(kind).delete(listener);
    },
  };
  return store;
}

const byId = (entities) => new Map(entities.map((entity) => [entity.id, entity]));

/** Ids whose entity is another object now. */
function differences(before, after) {
  const ids = new Set();
  if (before === after) return ids;
  for (const [id, entity] of after) if (before.get(id) !== entity) ids.add(id);
  for (const id of before.keys()) if (!after.has(id)) ids.add(id);
  return ids;
}

/** The entity as it was where it is no different, so that nothing is painted twice. */
function steady(before, entity) {
  return before && alike(before, entity) ? before : entity;
}

const FIELDS = [
  "base",
  "category",
  "role",
  "side",
  "role_certainty",
  "certainty",
  "action",
  "pseudonym",
  "given",
  "state",
  "shared",
];
const reasons = ({ rule, why }) => JSON.stringify([rule, why]);

function alike(one, other) {
  if (one === other) return true;
  if (FIELDS.some((field) => one[field] !== other[field])) return false;
  if (one.mentions.length !== other.mentions.length || reasons(one) !== reasons(other)) return false;
  return one.mentions.every((mark, index) => {
    const twin = other.mentions[index];
    return (
      mark.start === twin.start &&
      mark.end === twin.end &&
      mark.flags === twin.flags &&
      mark.certainty === twin.certainty
    );
  });
}

/** @returns {Pending} */
function renamed(step, from, to) {
  const { command } = step;
  const swap = (id) => (id === from ? to : id);
  if (command.entity !== from && !command.entities?.includes(from)) return step;
  step.command = {
    ...command,
    ...(command.entity && { entity: swap(command.entity) }),
    ...(command.entities && { entities: command.entities.map(swap) }),
  };
  return step;
}
