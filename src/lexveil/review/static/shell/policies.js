/** Policies in words: ours for those that ship, the server's for a policy of the house. */

import { api } from "../api.js";
import { h, uid } from "../dom.js";
import { t, word } from "../i18n.js";

/** @param {string} name */
export const policyName = (name) => word(`policy.${name}`, name);

/** @param {{name: string, description?: string}} policy */
export const policyText = (policy) => word(`policy.${policy.name}.text`, policy.description ?? "");

/**
 * One to choose of all. One that was chosen and is gone stays chosen, and says so: another is a choice of the
 * user's. @param {string} chosen @param {string} label
 */
export function policyChoice(chosen, label) {
  const known = api.here.policies;
  const gone = known.some((policy) => policy.name === chosen)
    ? []
    : [{ name: chosen, description: t("case.policy-gone"), gone: true }];
  return h(
    "fieldset",
    { class: "choice" },
    h("legend", null, label),
    h(
      "div",
      { class: "choice-list" },
      [...gone, ...known].map((policy) => {
        const id = uid("policy");
        return h(
          "div",
          { class: "choice-item" },
          h("input", {
            type: "radio",
            name: "policy",
            id,
            value: policy.name,
            checked: policy.name === chosen,
            disabled: Boolean(policy.gone),
            "aria-describedby": `${id}-text`,
          }),
          h("label", { for: id }, policyName(policy.name)),
          h("p", { class: "hint", id: `${id}-text` }, policyText(policy)),
        );
      }),
    ),
  );
}
