/** What a case was made with, to be changed; and its end. */

import { api } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { approvalTick } from "./approval.js";
import { detectorTicks } from "./detectors.js";
import { confirm } from "./dialog.js";
import { explain } from "./explain.js";
import { field, needed, select } from "./form.js";
import { icon } from "./icons.js";
import { languageOptions } from "./newcase.js";
import { onTopFields } from "./ontop.js";
import { policyChoice } from "./policies.js";
import { go } from "./router.js";
import { draft } from "./storage.js";
import { toast } from "./toast.js";

/** @param {any} project @param {() => Promise<void>} reload */
export function showSettings(project, reload) {
  const path = `/projects/${encodeURIComponent(project.id)}`;
  const name = h("input", { name: "name", maxlength: 200, autocomplete: "off", value: project.name });
  const named = field({ label: t("case.name"), control: name });
  const speech = select({ name: "language", value: project.language || "auto" }, languageOptions());
  const policies = policyChoice(project.policy, t("case.policy"));
  const approval = approvalTick(policies, { checked: Boolean(project.approval) });
  const detectors = detectorTicks(project.detectors);
  const onTop = onTopFields(project);
  let standing = project.policy;
  const failed = h("p", { class: "message", dataset: { kind: "bad" }, role: "alert", hidden: true });
  const form = h(
    "form",
    { class: "card stack settings", novalidate: true, on: { submit: save } },
    named,
    policies,
    h("p", { class: "hint" }, t("settings.policy-hint")),
    field({ label: t("case.language"), control: speech, hint: t("case.language-hint") }),
    detectors,
    onTop,
    approval,
    failed,
    h(
      "div",
      { class: "row-end" },
      h("button", { class: "primary", type: "submit", id: "save-settings" }, t("button.save")),
    ),
  );
  const forget = draft(form, `settings.${project.id}`);
  approval.follow();
  detectors.follow();

  async function save(event) {
    event.preventDefault();
    failed.hidden = true;
    const wanted = needed(named, name);
    if (!wanted) return;
    const policy = /** @type {any} */ (form.querySelector("input[name=policy]:checked")).value;
    const change = { name: wanted, ...onTop.wanted() };
    if (policy !== standing) change.policy = policy;
    if (approval.wanted() !== null) change.approval = approval.wanted();
    change.language = speech.value;
    change.detectors = detectors.wanted();
    try {
      await api.patch(path, change);
      standing = policy;
      forget();
      toast(t("settings.saved"), { kind: "good" });
      await reload();
    } catch (error) {
      failed.textContent = explain(error);
      failed.hidden = false;
    }
  }

  const changed = h("section", { class: "card stack", id: "policy-changed" });

  /** Where its file says something else by now: nothing goes on until somebody has looked at it. */
  function accepting() {
    if (project.policy_state !== "changed" || api.here.user.role !== "administrator") return null;
    const button = h(
      "button",
      { class: "primary", type: "button", id: "accept-policy", on: { click: accept } },
      icon("check"),
      t("settings.accept"),
    );
    changed.append(h("p", null, t("settings.accept-text")), h("div", { class: "row-end" }, button));
    return changed;
  }

  async function accept() {
    try {
      await api.patch(path, { accept: true });
      changed.remove();
      toast(t("settings.accepted"), { kind: "good" });
      await reload();
    } catch (error) {
      toast(explain(error), { kind: "bad" });
    }
  }

  async function remove() {
    const sure = await confirm({
      title: t("projects.delete-title", { name: project.name }),
      text: t("projects.delete-text", { count: project.documents?.length ?? 0 }),
      action: t("projects.delete"),
      danger: true,
      run: () => api.delete(path).then(() => true),
    });
    if (!sure) return;
    forget();
    toast(t("projects.deleted"), { kind: "good" });
    go("#/");
  }

  return h(
    "div",
    { class: "stack" },
    accepting(),
    form,
    h(
      "section",
      { class: "card danger-zone" },
      h(
        "div",
        null,
        h("h2", null, t("projects.delete")),
        h("p", { class: "muted" }, t("settings.delete-text")),
      ),
      h(
        "button",
        { class: "danger-plain", type: "button", id: "delete-case", on: { click: remove } },
        icon("trash"),
        t("projects.delete"),
      ),
    ),
  );
}
