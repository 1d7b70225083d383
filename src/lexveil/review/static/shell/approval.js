/**
 * Export only when approved: a case may ask for it. Where its policy does, the box is ticked, and nobody can
 * untick it.
 */

import { api } from "../api.js";
import { h, uid } from "../dom.js";
import { t } from "../i18n.js";
import { tick } from "./form.js";
import { policyName } from "./policies.js";

/**
 * A box that follows the choice of a policy. `wanted()` is what the case itself asks for, null where the policy
 * decides; `follow()` is for whoever changes the fields without the user.
 * @param {HTMLElement} choice of `policyChoice` @param {{checked?: boolean}} [options]
 */
export function approvalTick(choice, { checked = false } = {}) {
  const element = tick({
    name: "approval",
    label: t("case.approval"),
    hint: t("case.approval-hint"),
    checked,
  });
  const { input } = element;
  const why = h("p", { class: "hint", id: uid("hint"), hidden: true });
  element.lastElementChild?.append(why);
  input.setAttribute("aria-describedby", `${input.getAttribute("aria-describedby")} ${why.id}`);
  let own = checked;

  function follow() {
    if (!input.disabled) own = input.checked;
    const chosen = /** @type {any} */ (choice.querySelector("input[name=policy]:checked"))?.value;
    const asks = Boolean(api.here.policies.find((policy) => policy.name === chosen)?.approval);
    input.disabled = asks;
    input.checked = asks || own;
    why.hidden = !asks;
    why.textContent = asks ? t("case.approval-by-policy", { name: policyName(chosen) }) : "";
  }

  choice.addEventListener("change", follow);
  follow();
  return Object.assign(element, { follow, wanted: () => (input.disabled ? null : input.checked) });
}
