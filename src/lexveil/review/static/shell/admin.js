/** Administration: users, API tokens, the audit log. */

import { api } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { showAudit } from "./auditlog.js";
import { note } from "./router.js";
import { emptyState, errorState } from "./states.js";
import { tabs } from "./tabs.js";
import { tokensPanel } from "./tokens.js";
import { showUsers } from "./users.js";

/** @param {HTMLElement} root @param {any} context */
export async function showAdmin(root, { route, setTitle, setTrail }) {
  setTitle(t("title.admin"));
  setTrail([{ label: t("title.admin") }]);
  const accounts = api.here.mode === "accounts";
  if (accounts && api.here.user.role !== "administrator") {
    root.append(errorState({ kind: "forbidden" }, { home: true }));
    return {};
  }
  const users = accounts
    ? showUsers
    : () => emptyState({ icon: "user", title: t("admin.single"), text: t("admin.single-text") });
  const shown = tabs(
    [
      { id: "users", label: t("admin.users"), show: (panel) => panel.append(users()) },
      { id: "tokens", label: t("admin.tokens"), show: (panel) => panel.append(tokensPanel("h2")) },
      { id: "audit", label: t("admin.audit"), show: (panel) => panel.append(showAudit()) },
    ],
    { chosen: route.id || "users", label: t("title.admin"), onChoose: (tab) => note(`#/admin/${tab}`) },
  );
  root.append(
    h(
      "div",
      { class: "page" },
      h("header", { class: "page-head" }, h("h1", { tabindex: "-1" }, t("title.admin"))),
      shown.element,
    ),
  );
  return {};
}
