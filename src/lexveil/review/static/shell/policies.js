/** Policies in words: ours for those that ship, the server's for a policy of the house. */

import { api } from "../api.js";
import { h, uid } from "../dom.js";
import { word } from "../i18n.js";

/** @param {string} name */
export const policyName = (name) => word(`policy.${name}`, name);

/** @param {{name: string, description?: string}} policy */
export const policyText = (policy) => word(`policy.${policy.name}.text`, policy.description ?? "");

/** One to choose of all. @param {string} chosen @param {string} label */
export function policyChoice(chosen, label) {
  const policies = api.here.policies;
  const start = policies.some((policy) => policy.name === chosen) ? chosen : policies[0]?.name;
  return h(
    "fieldset",
    { class: "choice" },
    h("legend", null, label),
    h(
      "div",
      { class: "choice-list" },
      policies.map((policy) => {
        const id = uid("policy");
        return h(
          "div",
          { class: "choice-item" },
          h("input", {
            type: "radio",
            name: "policy",
            id,
            value: policy.name,
            checked: policy.name === start,
            "aria-describedby": `${id}-text`,
          }),
          h("label", { for: id }, policyName(policy.name)),
          h("p", { class: "hint", id: `${id}-text` }, policyText(policy)),
        );
      }),
    ),
  );
}
