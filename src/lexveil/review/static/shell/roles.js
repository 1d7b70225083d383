/** The roles that fit what somebody is, in the order of the keys 1–9; a party may be on one of two sides. */

import { api } from "../api.js";
import { h, replace } from "../dom.js";
import { roleName, sideName } from "./categories.js";
import { select } from "./form.js";

/** @typedef {{role: string, side: string}} Choice */

const SIDES = ["CLAIMANT", "DEFENDANT"];

/** @param {string} category @returns {string[]} none for what has no role */
export const rolesOf = (category) => api.here?.roles[category] ?? [];

/** The roles that have a key: 1–9, and 0 for the last. @param {string} category @returns {[string, string][]} */
export function keysOf(category) {
  const roles = rolesOf(category);
  return roles.flatMap((role, index) => {
    const key = index < 9 ? String(index + 1) : index === roles.length - 1 ? "0" : "";
    return key ? [[role, key]] : [];
  });
}

/** With the sides of a party. @param {string} category @returns {Choice[]} */
export const choicesOf = (category) =>
  rolesOf(category).flatMap((role) => [
    { role, side: "" },
    ...(role === "PARTY" ? SIDES.map((side) => ({ role, side })) : []),
  ]);

/** @param {Choice} choice */
export const choiceName = ({ role, side }) => (side ? `${roleName(role)} (${sideName(side)})` : roleName(role));

/**
 * A field for a role, which offers those that fit a category; one that somebody has already is offered too.
 * @param {Record<string, any>} props of the field @param {string} [standing]
 */
export function roleSelect(props, standing = "UNKNOWN") {
  const element = select(props, []);
  let fits = "";
  return {
    element,
    get value() {
      return element.value;
    },
    /** @param {string} category */
    fit(category) {
      if (category === fits) return;
      fits = category;
      const before = element.value || standing;
      const offered = [...new Set([...rolesOf(category), ...(rolesOf(category).length ? [standing] : [])])];
      replace(element, offered.map((each) => h("option", { value: each }, roleName(each))));
      element.value = offered.includes(before) ? before : (offered[0] ?? "");
    },
  };
}
