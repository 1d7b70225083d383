/**
 * The words of the page, in each of its languages.
 *
 * Catalogues are flat: "area.thing" → text with {placeholders}. A key that depends on a number has the two
 * forms "area.thing.one" and "area.thing.other"; `t("area.thing", {count})` picks one by the rules of the
 * language. Values are put in as text; nothing here makes HTML. English stands in for a key that is missing.
 */

/** @type {Record<string, string>} code → the language's own name for itself */
export const LANGUAGES = {
  en: "English",
  fi: "Suomi",
  sv: "Svenska",
  da: "Dansk",
  nb: "Norsk bokmål",
  nn: "Norsk nynorsk",
  de: "Deutsch",
  fr: "Français",
  it: "Italiano",
  es: "Español",
  ca: "Català",
};

const KEPT = "lexveil.language";

let code = "en";
let asked = 0; // how often a language was: only the last one counts
/** @type {Record<string, string>} */
let words = {};
/** @type {Record<string, string>} */
let english = {};
let plural = new Intl.PluralRules("en");
const listeners = new Set();

/** The language in use. */
export const language = () => code;

/**
 * The text for a key. @param {string} key @param {Record<string, any>} [values] numbers are written as the
 * language writes them; `count` also picks the plural form.
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = lookUp(key, values) ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    if (value === undefined || value === null) return whole;
    return typeof value === "number" ? number(value) : String(value);
  });
}

/** Whether there is a text for this key: for words the server may send that are not ours. @param {string} key */
export const known = (key) => key in words || key in english;

/** @typedef {{code: string, values?: Record<string, any>}} Coded an error or a reason, as the service sends it */

/** A reason in our words, or null where we have none for it. @param {Coded | null | undefined} reason */
export function reasonText(reason) {
  if (!reason) return null;
  const values = reason.values ?? {};
  return reason.code === "failed"
    ? errorText({ code: values.error, values })
    : (worded(`review.because.${reason.code}`, values) ?? worded(`reason.${reason.code}`, values));
}

/**
 * An error in our words, or null where we have none for it. Where it is about one part of a file, the name of
 * the part goes before it. @param {Coded | null | undefined} error
 */
export function errorText(error) {
  const values = error?.values ?? {};
  const text = error?.code ? worded(`error.${error.code}`, values) : null;
  return text && values.within ? `${values.within}: ${text}` : text;
}

function worded(key, values) {
  return lookUp(key, values) === undefined ? null : t(key, phrased(values));
}

/** What stands for a word of ours among the values: roles, policies and further reasons. */
function phrased({ role, policy, ...values }) {
  if (role) {
    values.role = word(`reason.role.${role}`, role);
    values.roles = word(`reason.roles.${role}`, values.role);
  }
  if (policy) values.policy = word(`policy.${policy}`, policy);
  for (const [name, value] of Object.entries(values)) {
    if (!Array.isArray(value)) continue;
    const texts = value.map((each) => reasonText(each) ?? "");
    values[name] = name === "items" ? list(texts) : texts.join(", ");
  }
  return values;
}

/** The text for a key, or another text where there is none. @param {string} key @param {string} otherwise */
export const word = (key, otherwise) => (known(key) ? t(key) : otherwise);

function lookUp(key, values) {
  if (typeof values.count === "number") {
    const form = plural.select(values.count) === "one" ? "one" : "other";
    const text = words[`${key}.${form}`] ?? english[`${key}.${form}`];
    if (text !== undefined) return text;
  }
  return words[key] ?? english[key];
}

/**
 * Load a language and use it from now on; who listens with `onLanguage` is told.
 * @param {string} wanted
 */
export async function use(wanted) {
  const next = wanted in LANGUAGES ? wanted : "en";
  const mine = ++asked;
  const [loaded, fallback] = await Promise.all([load(next), next === "en" ? null : load("en")]);
  if (mine !== asked) return; // another one was chosen meanwhile
  words = loaded;
  english = fallback ?? loaded;
  code = next;
  plural = new Intl.PluralRules(next);
  formats.clear();
  document.documentElement.lang = next;
  for (const listener of listeners) listener(next);
}

/** Load and remember; the same again only takes back what is under way. @param {string} wanted */
export async function choose(wanted) {
  remember(wanted);
  if (wanted === code) asked += 1;
  else await use(wanted);
}

/** @param {(language: string) => void} listener @returns {() => void} stops it */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the user chose, else the first of the browser's languages that we have, else English. */
export function preferred() {
  const kept = remembered();
  if (kept && kept in LANGUAGES) return kept;
  const asked = (navigator.languages ?? []).map((tag) => tag.slice(0, 2).toLowerCase());
  const ours = asked.map((tag) => (tag === "no" ? "nb" : tag));
  return ours.find((tag) => tag in LANGUAGES) ?? "en";
}

async function load(wanted) {
  try {
    const answer = await fetch(new URL(`./messages/${wanted}.json`, import.meta.url));
    return answer.ok ? await answer.json() : {};
  } catch {
    return {}; // a lost server: the page says so on its own, and English or the key stands in
  }
}

// Storage may be forbidden (private windows, policy of the house): then nothing is remembered.
function remembered() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function remember(wanted) {
  try {
    localStorage.setItem(KEPT, wanted);
  } catch {
    return;
  }
}

// Formatters are slow to make and the same few are used over and over.
const formats = new Map();

function formatter(kind, options) {
  const key = kind + JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new Intl[kind](code, options));
  return formats.get(key);
}

/** @param {number} value @param {Intl.NumberFormatOptions} [options] */
export const number = (value, options = {}) => formatter("NumberFormat", options).format(value);

/** A share as a percentage. @param {number} value 0 to 1 */
export const percent = (value, digits = 1) =>
  number(value, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits });

/** @param {string | number | Date} value @param {Intl.DateTimeFormatOptions} [options] */
export function date(value, options = { dateStyle: "medium", timeStyle: "short" }) {
  const day = new Date(value);
  return Number.isNaN(day.getTime()) ? "" : formatter("DateTimeFormat", options).format(day);
}

/** "3 minutes ago". @param {string | number | Date} value */
export function ago(value) {
  const seconds = (new Date(value).getTime() - Date.now()) / 1000;
  if (Number.isNaN(seconds)) return "";
  const format = formatter("RelativeTimeFormat", { numeric: "auto" });
  const size = Math.abs(seconds);
  if (size < 60) return format.format(Math.round(seconds), "second");
  if (size < 3600) return format.format(Math.round(seconds / 60), "minute");
  if (size < 86_400) return format.format(Math.round(seconds / 3600), "hour");
  if (size < 30 * 86_400) return format.format(Math.round(seconds / 86_400), "day");
  return date(value, { dateStyle: "medium" });
}

/** A length of time, in the two largest units. @param {number} seconds */
export function duration(seconds) {
  const whole = Math.round(seconds);
  const parts = [
    [Math.floor(whole / 3600), "hour"],
    [Math.floor((whole % 3600) / 60), "minute"],
    [whole % 60, "second"],
  ].filter(([value]) => value);
  const shown = parts.length ? parts.slice(0, 2) : [[0, "second"]];
  return shown.map(([value, unit]) => number(value, { style: "unit", unit, unitDisplay: "short" })).join(" ");
}

/** A size in bytes, as people write it. @param {number} size */
export function bytes(size) {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"];
  let step = 0;
  let value = size;
  while (value >= 1000 && step < units.length - 1) {
    value /= 1000;
    step += 1;
  }
  const digits = step > 1 && value < 100 ? 1 : 0;
  return number(value, {
    style: "unit",
    unit: units[step],
    unitDisplay: step ? "short" : "long", // "217 bytes", but "2 kB"
    maximumFractionDigits: digits,
  });
}

/** Names in a row: "a, b and c". @param {string[]} items */
export const list = (items) => formatter("ListFormat", { type: "conjunction" }).format(items);

/** Orders texts as a reader of the language expects. @param {string} one @param {string} other */
export const compare = (one, other) =>
  formatter("Collator", { numeric: true, sensitivity: "base" }).compare(one, other);
