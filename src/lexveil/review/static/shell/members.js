/** Who may open a case. */

import { api } from "../api.js";
import { h, replace, unseen } from "../dom.js";
import { t } from "../i18n.js";
import { badge } from "./badges.js";
import { confirm } from "./dialog.js";
import { explain } from "./explain.js";
import { field, select } from "./form.js";
import { icon } from "./icons.js";
import { errorState } from "./states.js";
import { scrolling } from "./tables.js";
import { toast } from "./toast.js";

/** @param {any} project @param {() => Promise<void>} reload */
export function showMembers(project, reload) {
  let members = project.members ?? [];
  const mayChange = api.here.user.role === "administrator" || project.owner === api.here.user.id;
  const rows = h("div");
  const adding = h("div", { class: "inline-form" });

  async function fresh() {
    await reload();
    members = (await api.get(`/projects/${encodeURIComponent(project.id)}`)).members;
    await show();
  }

  async function change(promise) {
    try {
      await promise;
      await fresh();
    } catch (error) {
      toast(explain(error), { kind: "bad" });
    }
  }

  const path = (user) => `/projects/${encodeURIComponent(project.id)}/members/${encodeURIComponent(user)}`;

  async function remove(member) {
    const sure = await confirm({
      title: t("members.remove"),
      text: t("members.remove-text", { name: member.name }),
      action: t("members.remove"),
      danger: true,
    });
    if (sure) await change(api.delete(path(member.id)));
  }

  function draw() {
    const owner = { id: project.owner, name: project.owner_name || t("members.owner"), owns: true };
    const all = [owner, ...members.filter((member) => member.id !== project.owner)];
    const heads = [
      h("th", { scope: "col" }, t("users.name")),
      h("th", { scope: "col" }, unseen(t("list.actions"))),
    ];
    replace(
      rows,
      scrolling(
        t("project.members"),
        { id: "members" },
        h("thead", null, h("tr", null, heads)),
        h("tbody", null, all.map(row)),
      ),
    );
  }

  const row = (member) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, member.name, " ", member.owns && badge("accent", t("members.owner"))),
      h("td", { class: "end" }, !member.owns && mayChange && removeButton(member)),
    );

  const removeButton = (member) =>
    h(
      "button",
      {
        class: "small danger-plain",
        type: "button",
        "aria-label": t("members.remove-named", { name: member.name }),
        on: { click: () => remove(member) },
      },
      icon("trash"),
      t("members.remove"),
    );

  /** The owner and administrators choose who is a member; others see who is. */
  async function show() {
    draw();
    if (!mayChange) return replace(adding, h("p", { class: "hint" }, t("members.ask")));
    const left = (await api.get(`/projects/${encodeURIComponent(project.id)}/people`)).people;
    if (!left.length) return replace(adding, h("p", { class: "hint" }, t("members.all")));
    const control = select(
      { name: "member" },
      left.map((user) => [user.id, user.name]),
    );
    replace(
      adding,
      field({ label: t("members.name"), control }),
      h(
        "button",
        {
          class: "primary",
          type: "button",
          id: "add-member",
          on: { click: () => change(api.put(path(control.value))) },
        },
        icon("add"),
        t("members.add"),
      ),
    );
  }

  show().catch((error) => replace(rows, errorState(error, { level: "h2" })));
  return h("div", { class: "stack" }, h("p", { class: "muted" }, t("members.text")), adding, rows);
}
