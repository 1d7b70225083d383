/** Making a case, and changing what it was made with. */

import { api } from "../api.js";
import { h } from "../dom.js";
import { language, t } from "../i18n.js";
import { approvalTick } from "./approval.js";
import { detectorTicks } from "./detectors.js";
import { dialog } from "./dialog.js";
import { field, needed, select } from "./form.js";
import { onTopFields } from "./ontop.js";
import { policyChoice } from "./policies.js";
import { go, toProject } from "./router.js";
import { draft } from "./storage.js";

const USUAL = "court-eu";

/** The languages documents can be in, by their names here. */
export function languageOptions() {
  const names = new Intl.DisplayNames([language()], { type: "language" });
  return /** @type {[string, string][]} */ ([
    ["auto", t("case.language-auto")],
    ...(api.here.languages ?? []).map((code) => [code, names.of(code) ?? code]),
  ]);
}

export async function newCase() {
  const name = h("input", { name: "name", maxlength: 200, autocomplete: "off", required: true });
  const named = field({ label: t("case.name"), control: name, hint: t("case.name-hint") });
  const speech = select({ name: "language", value: "auto" }, languageOptions());
  const policies = policyChoice(USUAL, t("case.policy"));
  const approval = approvalTick(policies);
  const detectors = detectorTicks();
  const onTop = onTopFields();
  const body = h(
    "div",
    { class: "stack" },
    named,
    policies,
    field({ label: t("case.language"), control: speech, hint: t("case.language-hint") }),
    detectors,
    onTop,
    approval,
  );
  const forget = draft(body, "case");
  approval.follow();
  detectors.follow();
  const opened = dialog({
    title: t("case.new"),
    size: "large",
    id: "new-case-dialog",
    body,
    actions: [
      { label: t("button.cancel"), value: null },
      {
        label: t("case.make"),
        kind: "primary",
        run: async () => {
          const wanted = needed(named, name);
          if (!wanted) return false;
          const policy = /** @type {any} */ (body.querySelector("input[name=policy]:checked"))?.value;
          const given = { name: wanted, policy, approval: approval.wanted() ?? false };
          const looking = { language: speech.value, detectors: detectors.wanted() };
          return api.post("/projects", { ...given, ...looking, ...onTop.wanted() });
        },
      },
    ],
  });
  const made = await opened.closed;
  if (!made) return;
  forget();
  go(toProject(made.id ?? made.project?.id));
}

/** @param {{id: string, name: string}} project @returns {Promise<boolean>} */
export async function renameCase(project) {
  const name = h("input", { name: "name", maxlength: 200, autocomplete: "off", value: project.name });
  const named = field({ label: t("case.name"), control: name });
  const opened = dialog({
    title: t("projects.rename"),
    size: "small",
    body: named,
    actions: [
      { label: t("button.cancel"), value: false },
      {
        label: t("button.save"),
        kind: "primary",
        run: async () => {
          const wanted = needed(named, name);
          if (!wanted) return false;
          await api.patch(`/projects/${encodeURIComponent(project.id)}`, { name: wanted });
          return true;
        },
      },
    ],
  });
  name.select();
  return Boolean(await opened.closed);
}
