/**
 * Edits on their way to the service: one after another, in the order in which they were made.
 *
 * An edit shows at once. A refusal takes it back and says why; a conflict shows what somebody else did and
 * offers the edit again; a lost server holds everything until it is back, and a reload of the page does not
 * lose it (commands hold ids and offsets, never text of the document).
 */

import { errorText } from "../i18n.js";
import { sentence } from "../shell/explain.js";

/** @typedef {import("./types.js").Command} Command */

const KEPT = "lexveil.waiting.";
const IDLE = new Set(["review.so-already", "review.mention-there", "review.kept-already"]); // nothing to do
const LOCKED = new Set(["approved", "exported"]);
/** @type {Map<string, any[][]>} document → edits without an answer: of its view, and of views that were left */
const underWay = new Map();

/**
 * @param {{store: any, remote: any, api: any, target: any, root: HTMLElement, t: Function, toast: Function}} review
 */
export function createSending(review) {
  const { store, remote, api, t, toast } = review;
  const key = KEPT + remote.id;
  /** @type {{step: any, kind: "edit" | "undo" | "redo", refused?: (error: any) => boolean}[]} */
  const line = [];
  const lines = underWay.get(remote.id) ?? [];
  underWay.set(remote.id, lines);
  lines.push(line);
  let busy = false;
  let closed = false;
  const idle = new Set();
  const made = new Set();

  /** The banner of a lost server says how many wait; who looks from outside can see when all is answered. */
  function tell() {
    api.hold?.([...underWay.values()].flat(2).length);
    review.root.dataset.unsent = String(line.length);
  }

  async function drain() {
    tell();
    if (busy) return;
    busy = true;
    while (line.length) {
      const item = line[0];
      const base = store.number;
      try {
        const answer = await ask(item, base);
        line.shift();
        done(item, answer);
        // Somebody else's edits came in between: fetch them too.
        if (answer.number > base + 1) await catchUp(base);
      } catch (error) {
        line.shift();
        await refuse(item, error);
      }
      keep();
      tell();
    }
    busy = false;
    if (closed) retire();
    for (const call of [...idle]) call();
  }

  /** The view was left and everything is answered. */
  function retire() {
    lines.splice(lines.indexOf(line), 1);
    window.removeEventListener("beforeunload", leaving);
  }

  function ask({ kind, step }, base) {
    if (kind === "edit") return remote.edit(base, step.command);
    return kind === "undo" ? remote.undo(base) : remote.redo(base);
  }

  function done({ kind, step }, answer) {
    if (answer.also?.length) toast(t("review.also", { count: answer.also.length }));
    if (kind !== "edit") {
      const ids = store.take(answer);
      for (const call of made) call({ kind, ids });
      return;
    }
    const became = store.confirm(step, answer);
    for (const call of made) call({ kind: step.command.kind, became, ids: new Set() });
  }

  async function catchUp(base) {
    try {
      store.take(await remote.editsAfter(base));
    } catch {
      return; // the next event or answer brings it
    }
  }

  async function refuse(item, error) {
    if (item.kind === "edit") store.withdraw(item.step);
    if (error.answer) store.take(error.answer);
    else if (error.status === 409 || error.status === 404) await startOver();
    if (IDLE.has(error.coded?.code)) return catchUp(store.number); // somebody was faster
    if (!closed && item.refused?.(error)) return;
    if (error.status === 409 && error.answer && item.kind === "edit") return offerAgain(item.step.command);
    toast(explain(error, item.kind), { kind: "bad" });
  }

  function offerAgain(command) {
    const again = { label: t("review.conflict.again"), run: () => sending.send(command) };
    toast(t("review.conflict.text"), { kind: "warn", action: again });
  }

  function explain(error, kind) {
    if (error.status === 409 && LOCKED.has(store.state)) return t("review.locked");
    if (error.status === 409 && kind !== "edit") return t(`review.conflict.${kind}`);
    const words = errorText(error.coded);
    if (words) return sentence(words);
    const why = error.message ? ` (${error.message})` : "";
    return t(error.status === 403 ? "review.refused.forbidden" : "review.refused.text") + why;
  }

  async function startOver() {
    try {
      store.reset(await remote.review());
    } catch {
      return; // a lost server: the shell says so, and an event brings the state later
    }
  }

  /**
   * Kept over a reload, with those of a view that was left. Storage may be forbidden: then the browser's
   * question before leaving must do.
   */
  function keep() {
    try {
      const commands = lines.flat().filter((item) => item.kind === "edit").map((item) => item.step.command);
      if (commands.length) sessionStorage.setItem(key, JSON.stringify({ base: store.number, commands }));
      else sessionStorage.removeItem(key);
    } catch {
      return;
    }
  }

  // A browser asks whether to leave only where something would be lost.
  const leaving = (event) => line.length > 0 && event.preventDefault();
  window.addEventListener("beforeunload", leaving);

  const sending = {
    /**
     * @param {Command} command
     * @param {{refused?: (error: any) => boolean}} [options] `refused` may answer a refusal itself
     */
    send(command, { refused } = {}) {
      const step = store.foretell(command);
      line.push({ step, kind: "edit", refused });
      keep();
      drain();
      return step;
    },
    undo: () => turn("undo", store.canUndo),
    redo: () => turn("redo", store.canRedo),
    /** Send what an earlier visit of this tab could not. */
    async resume() {
      if (lines.length > 1) return 0; // a view that was left is still at it
      const { base, commands } = stored(key);
      if (!commands.length) return 0;
      // The first may have arrived, only its answer did not.
      const { edits = [] } = await remote.editsAfter(base).catch(() => ({}));
      const arrived = edits.find(({ author }) => author === api.here?.user?.id);
      if (arrived?.kind === commands[0].kind) commands.shift();
      for (const command of commands) sending.send(command);
      return commands.length;
    },
    get busy() {
      return busy;
    },
    /** Called each time all edits are answered. */
    onIdle(call) {
      idle.add(call);
      return () => idle.delete(call);
    },
    /** Called when the service has done an edit, with the id that a new entity got. */
    onDone(call) {
      made.add(call);
      return () => made.delete(call);
    },
    /** Called with the entity once nothing is under way, if the reviewer has not gone elsewhere meanwhile. */
    after(id, call) {
      const { target } = review;
      const { id: at } = target.now;
      let now = id;
      const stop = sending.onDone(({ became }) => became?.from === now && (now = became.to));
      const stopIdle = sending.onIdle(() => {
        stop();
        stopIdle();
        const entity = store.entities.get(now);
        if (entity && (target.now.id === at || target.now.id === now)) call(entity);
      });
    },
    /** The view is left; what is under way still is sent. */
    close() {
      closed = true;
      idle.clear();
      made.clear();
      if (!busy) retire();
    },
  };

  function turn(kind, possible) {
    if (!possible) return toast(t(`review.${kind}.nothing`), { kind: "info" });
    line.push({ step: null, kind });
    drain();
  }
  return sending;
}

function stored(key) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null");
    sessionStorage.removeItem(key);
    return { base: kept?.base ?? 0, commands: kept?.commands ?? [] };
  } catch {
    return { base: 0, commands: [] };
  }
}
