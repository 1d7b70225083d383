/**
 * Categories as the page shows them: a group (which has the colour) and a symbol (so that colour is never the
 * only sign), and their names in the language of the page.
 */

import { word } from "../i18n.js";

/** @type {Record<string, string>} category → group; what is not listed is a code */
const GROUPS = {
  PERSON: "person",
  ORG: "org",
  COURT: "court",
  CARE_UNIT: "org",
  LOC: "place",
  ADDRESS: "place",
  DATE: "date",
  TIME: "date",
  MONEY: "quantity",
  QUANTITY: "quantity",
  AGE: "quantity",
  DEM: "trait",
  RARE_DISEASE: "trait",
  UNIQUE_JOB: "trait",
  MISC: "misc",
};

/** @type {Record<string, string>} one sign each, in every system font */
const SYMBOLS = {
  person: "●",
  org: "■",
  court: "⚖\uFE0E",
  place: "◆",
  date: "◷",
  quantity: "#",
  trait: "▲",
  code: "≡",
  misc: "✱",
};

/** For `data-group`, which sets --cat and --cat-tint. @param {string} category */
export const groupOf = (category) => GROUPS[category] ?? "code";

/** @param {string} category */
export const symbolOf = (category) => SYMBOLS[groupOf(category)];

/** @param {string} category */
export const categoryName = (category) => word(`category.${category}`, category);

/** @param {string | null | undefined} role */
export const roleName = (role) => (role ? word(`role.${role}`, role) : "");

/** Which side a party is on. @param {string | null | undefined} side */
export const sideName = (side) => (side ? word(`side.${side}`, side) : "");
