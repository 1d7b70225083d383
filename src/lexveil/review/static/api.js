/**
 * The service, as the page calls it.
 *
 * In: a path below /api/v1 and plain data. Out: plain data, or an ApiError. Adds the CSRF token to what
 * writes, notices when the server is lost and when it is back, and holds back queued writes meanwhile. Never
 * keeps document text.
 *
 * Events of `api.on`: `offline`, `online`, `pending` (how many writes wait).
 */

import { listen } from "./shell/stream.js";
import { send } from "./shell/upload.js";

const ROOT = "/api/v1";
const LOST = new Set([502, 503, 504]); // what a proxy says in the place of a server that is gone

export class ApiError extends Error {
  /** @param {number} status 0: no answer @param {string} kind @param {string} message @param {any} [body] */
  constructor(status, kind, message, body = null) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.kind = kind;
    this.body = body;
    /** its code and values, for our own words */
    this.coded = body?.error ?? null;
  }
}

const target = new EventTarget();
/** @type {any} the answer of GET /session */
let session = null;
let online = true;
let probe = 0;
/** @type {{method: string, path: string, body: any, resolve: Function, reject: Function}[]} */
const queue = [];
let draining = false;
/** @type {() => Promise<boolean>} asks for a login; whether the same user is here again */
let door = async () => false;
let held = 0; // writes that wait elsewhere, with whoever told of them

/** @param {string} path */
const url = (path) => (path.startsWith("/api/") ? path : ROOT + path);

const WRITES = new Set(["POST", "PATCH", "PUT", "DELETE"]);

/** One request and its answer; network trouble becomes an ApiError of kind "offline". */
async function once(method, path, body, { signal } = {}) {
  const headers = { Accept: "application/json" };
  if (body !== undefined && !(body instanceof FormData)) headers["Content-Type"] = "application/json";
  if (WRITES.has(method) && session?.csrf) headers["X-CSRF-Token"] = session.csrf;
  const content = body === undefined || body instanceof FormData ? body : JSON.stringify(body);
  let answer;
  try {
    answer = await fetch(url(path), { method, headers, body: content, signal, credentials: "same-origin" });
  } catch (error) {
    if (error.name === "AbortError") throw new ApiError(0, "aborted", "aborted");
    lose();
    throw new ApiError(0, "offline", "no answer from the server");
  }
  if (LOST.has(answer.status)) {
    lose();
    throw new ApiError(answer.status, "offline", "no answer from the server");
  }
  find();
  const data = await read(answer);
  if (answer.ok) return data;
  throw failure(answer.status, data);
}

async function read(answer) {
  if (answer.status === 204) return null;
  const text = await answer.text();
  if (!(answer.headers.get("content-type") ?? "").includes("json")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The error that an answer means, in whichever shape it came. @param {number} status @param {any} data */
export function failure(status, data) {
  const error = data?.error ?? {};
  return new ApiError(status, error.kind ?? `http-${status}`, error.message ?? "", data);
}

/**
 * A request; a stale CSRF token (the server started anew) is fetched again once; a login that ran out is asked
 * for, and the request made again with the new one.
 * @param {string} method @param {string} path @param {any} [body] @param {{signal?: AbortSignal}} [options]
 */
function call(method, path, body, options = {}) {
  return mended(method, path, () => once(method, path, body, options));
}

/** @param {string} method @param {string} path @param {() => Promise<any>} attempt */
async function mended(method, path, attempt) {
  try {
    return await attempt();
  } catch (error) {
    if (stale(error, method) && (await renewed())) return attempt();
    // At the door itself a 401 says that the password was wrong, which is told there.
    const out = error.status === 401 && !path.startsWith("/session");
    if (out && (await door())) return attempt();
    throw error;
  }
}

/** Whether a fresh session may mend it: a token of a server that began anew, or single mode after a long time. */
const stale = (error, method) =>
  (error.status === 403 && WRITES.has(method)) || (error.status === 401 && session?.mode === "single");

async function renewed() {
  const before = session?.csrf;
  try {
    await api.session();
  } catch {
    return false;
  }
  return Boolean(session?.csrf) && session.csrf !== before;
}

/**
 * A write that must not get lost: with no server, or with a login that ran out, it waits (in its order) and
 * its promise stays open until the server has answered it.
 */
function queued(method, path, body) {
  return new Promise((resolve, reject) => {
    queue.push({ method, path, body, resolve, reject });
    emit("pending", api.pending);
    drain();
  });
}

async function drain() {
  if (draining) return;
  draining = true;
  while (queue.length) {
    const write = queue[0];
    try {
      const answer = await call(write.method, write.path, write.body);
      queue.shift();
      write.resolve(answer);
    } catch (error) {
      if (error.kind === "offline" || error.status === 401) break;
      queue.shift();
      write.reject(error);
    }
    emit("pending", api.pending);
  }
  draining = false;
}

function lose() {
  if (online) {
    online = false;
    emit("offline");
  }
  if (!probe) ask(1000);
}

function find() {
  clearTimeout(probe);
  probe = 0;
  if (online) return;
  online = true;
  emit("online");
  drain();
}

/** Ask for the server until it answers, ever more slowly. @param {number} pause */
function ask(pause) {
  clearTimeout(probe);
  probe = window.setTimeout(async () => {
    try {
      await once("GET", "/session");
    } catch (error) {
      if (error.kind === "offline") ask(Math.min(Math.max(pause, 500) * 1.5, 10_000));
    }
  }, pause);
}

window.addEventListener("online", () => !online && ask(0));
document.addEventListener("visibilitychange", () => !online && !document.hidden && ask(0));
// A browser asks whether to leave only where something would be lost.
window.addEventListener("beforeunload", (event) => queue.length && event.preventDefault());

function emit(kind, detail) {
  target.dispatchEvent(new CustomEvent(kind, { detail }));
}

export const api = {
  /** Who is here and what the service offers; kept in `api.here`. */
  async session() {
    session = await once("GET", "/session");
    return session;
  },
  get here() {
    return session;
  },
  get online() {
    return online;
  },
  /** How many writes wait for the server. */
  get pending() {
    return queue.length + held;
  },
  /** Tell how many writes wait with the caller, for the words of the banner. @param {number} count */
  hold(count) {
    held = count;
    emit("pending", api.pending);
  },
  url,
  get: (path, options) => call("GET", path, undefined, options),
  /** `{queue: true}`: wait for a lost server instead of failing. */
  post: (path, body = {}, { queue: waits = false, ...options } = {}) =>
    waits ? queued("POST", path, body) : call("POST", path, body, options),
  patch: (path, body = {}, options) => call("PATCH", path, body, options),
  put: (path, body, options) => call("PUT", path, body, options),
  delete: (path, options) => call("DELETE", path, undefined, options),
  /**
   * Send files with progress. @param {string} path @param {FormData} form
   * @param {{onProgress?: (fraction: number) => void, signal?: AbortSignal}} [options]
   */
  upload: (path, form, options = {}) =>
    mended("POST", path, () =>
      send(url(path), form, { ...options, csrf: session?.csrf ?? "", lose, find, failure, ApiError }),
    ),
  /**
   * Server-sent events, reconnecting by themselves. Handlers by event name get the parsed data; `open(again)`
   * is called at each connection: where `again` is true something may have been missed.
   * @param {string} path @param {Record<string, (data: any) => void>} handlers @returns {{close: () => void}}
   */
  events: (path, handlers) => listen(url(path), handlers, () => online && !probe && ask(0)),
  /** Who asks for a login that ran out. @param {() => Promise<boolean>} ask */
  atDoor(ask) {
    door = ask;
  },
  /** Send again what waited, e.g. after a new login. */
  resume: drain,
  /** Try the server now. */
  retry: () => ask(0),
  /** @param {string} kind @param {(detail: any) => void} listener @returns {() => void} stops it */
  on(kind, listener) {
    const heard = (event) => listener(event.detail);
    target.addEventListener(kind, heard);
    return () => target.removeEventListener(kind, heard);
  },
};
