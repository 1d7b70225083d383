/** Users: who there is, what they may do, new ones, new passwords. */

import { api } from "../api.js";
import { h, replace } from "../dom.js";
import { t, word } from "../i18n.js";
import { badge } from "./badges.js";
import { confirm, dialog } from "./dialog.js";
import { explain } from "./explain.js";
import { field, needed, select } from "./form.js";
import { icon } from "./icons.js";
import { menu } from "./menu.js";
import { passwordInput, SHORTEST } from "./password.js";
import { errorState, loadingRows } from "./states.js";
import { scrolling } from "./tables.js";
import { draft } from "./storage.js";
import { toast } from "./toast.js";

const ROLES = ["reviewer", "second reader", "administrator"];
const roleWord = (role) => word(`account.${role.replace(" ", "-")}`, role);
const path = (user) => `/users/${encodeURIComponent(user.id)}`;

export function showUsers() {
  const rows = h("div", null, loadingRows());

  async function load() {
    try {
      const answer = await api.get("/users");
      replace(rows, table(answer.users ?? answer, change));
    } catch (error) {
      replace(rows, errorState(error, { retry: load, level: "h2" }));
    }
  }

  async function change(act, done) {
    try {
      await act();
      if (done) toast(done, { kind: "good" });
    } catch (error) {
      toast(explain(error), { kind: "bad" });
    }
    await load();
  }

  load();
  return h(
    "div",
    { class: "stack" },
    h(
      "div",
      { class: "toolbar" },
      h("p", { class: "muted grow" }, t("users.text")),
      h(
        "button",
        { class: "primary", type: "button", id: "add-user", on: { click: () => addUser(load) } },
        icon("add"),
        t("users.add"),
      ),
    ),
    rows,
  );
}

function table(users, change) {
  const heads = ["users.name", "users.role", "users.state"];
  return scrolling(
    t("admin.users"),
    { id: "users" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        heads.map((key) => h("th", { scope: "col" }, t(key))),
        h("th", { scope: "col" }, h("span", { class: "unseen" }, t("list.actions"))),
      ),
    ),
    h(
      "tbody",
      null,
      users.map((user) => row(user, change)),
    ),
  );
}

function row(user, change) {
  const self = user.id === api.here.user.id;
  const more = h(
    "button",
    { class: "plain icon-only", type: "button", "aria-label": t("users.more", { name: user.name }) },
    icon("more"),
  );
  menu(
    more,
    () => [
      ...(user.locked
        ? [
            {
              label: t("users.unlock"),
              icon: "key",
              run: () =>
                change(
                  () => api.patch(path(user), { unlock: true }),
                  t("users.unlocked", { name: user.name }),
                ),
            },
          ]
        : []),
      ...(user.single_sign_on
        ? []
        : [{ label: t("users.reset"), icon: "key", run: () => resetPassword(user) }]),
      user.active === false
        ? {
            label: t("users.activate"),
            icon: "check",
            run: () =>
              change(
                () => api.patch(path(user), { active: true }),
                t("users.activated", { name: user.name }),
              ),
          }
        : {
            label: t("users.deactivate"),
            icon: "stop",
            disabled: self,
            run: () =>
              change(
                () => api.patch(path(user), { active: false }),
                t("users.deactivated", { name: user.name }),
              ),
          },
      "-",
      {
        label: t("users.remove"),
        icon: "trash",
        danger: true,
        disabled: self,
        run: () => remove(user, change),
      },
    ],
    { align: "end" },
  );
  const role = select(
    {
      "aria-label": t("users.role-of", { name: user.name }),
      value: user.role,
      disabled: self || user.single_sign_on, // whose role the provider says
      on: {
        change: () =>
          change(() => api.patch(path(user), { role: role.value }), t("users.changed", { name: user.name })),
      },
    },
    ROLES.map((name) => [name, roleWord(name)]),
  );
  return h(
    "tr",
    null,
    h("th", { scope: "row" }, user.name, [
      self && [" ", badge("accent", t("users.you"))],
      user.single_sign_on && [" ", badge("neutral", t("users.single-sign-on"))],
    ]),
    h("td", null, role),
    h(
      "td",
      null,
      user.active === false
        ? badge("neutral", t("users.inactive"))
        : user.locked
          ? badge("warn", t("users.locked"))
          : badge("good", t("users.active")),
    ),
    h("td", { class: "end" }, more),
  );
}

async function addUser(load) {
  const name = h("input", {
    name: "name",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    maxlength: 64,
  });
  const password = passwordInput("new", "new-password");
  const role = select(
    { name: "role", value: "reviewer" },
    ROLES.map((each) => [each, roleWord(each)]),
  );
  const named = field({ label: t("users.name"), control: name, hint: t("users.name-hint") });
  const secret = field({
    label: t("users.first-password"),
    control: password,
    hint: t("password.hint", { count: SHORTEST }),
  });
  const body = h(
    "div",
    { class: "stack" },
    named,
    secret,
    field({ label: t("users.role"), control: role, hint: t("users.role-hint") }),
  );
  const forget = draft(body, "user");
  const opened = dialog({
    title: t("users.add"),
    size: "small",
    id: "add-user-dialog",
    body,
    actions: [
      { label: t("button.cancel"), value: null },
      {
        label: t("users.add"),
        kind: "primary",
        run: async () => {
          const wanted = needed(named, name);
          if (!wanted) return false;
          if (password.value.length < SHORTEST)
            return (secret.fail(t("password.short", { count: SHORTEST })), false);
          await api.post("/users", { name: wanted, password: password.value, role: role.value });
          return true;
        },
      },
    ],
  });
  if (!(await opened.closed)) return;
  forget();
  toast(t("users.added"), { kind: "good" });
  await load();
}

async function resetPassword(user) {
  const password = passwordInput("new", "new-password");
  const secret = field({
    label: t("password.new"),
    control: password,
    hint: t("password.hint", { count: SHORTEST }),
  });
  const opened = dialog({
    title: t("users.reset-title", { name: user.name }),
    size: "small",
    body: [h("p", null, t("users.reset-text")), secret],
    actions: [
      { label: t("button.cancel"), value: null },
      {
        label: t("button.save"),
        kind: "primary",
        run: async () => {
          if (password.value.length < SHORTEST)
            return (secret.fail(t("password.short", { count: SHORTEST })), false);
          await api.patch(path(user), { password: password.value });
          return true;
        },
      },
    ],
  });
  if (await opened.closed) toast(t("password.changed"), { kind: "good" });
}

async function remove(user, change) {
  const sure = await confirm({
    title: t("users.remove-title", { name: user.name }),
    text: t("users.remove-text"),
    action: t("users.remove"),
    danger: true,
  });
  if (sure) await change(() => api.delete(path(user)), t("users.removed"));
}
