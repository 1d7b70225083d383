/** Logging in: as a view, and as a dialog over a page whose login ran out. */

import { api } from "../api.js";
import { h, one } from "../dom.js";
import { errorText, t } from "../i18n.js";
import { dialog } from "./dialog.js";
import { explain, sentence } from "./explain.js";
import { field, needed } from "./form.js";
import { go } from "./router.js";
import { draft } from "./storage.js";

function fields(name = "") {
  const user = h("input", {
    name: "name",
    autocomplete: "username",
    required: true,
    autocapitalize: "none",
    spellcheck: "false",
    value: name,
  });
  const password = h("input", {
    name: "password",
    type: "password",
    autocomplete: "current-password",
    required: true,
  });
  const shown = [
    field({ label: t("login.name"), control: user }),
    field({ label: t("login.password"), control: password }),
  ];
  async function enter() {
    const given = needed(shown[0], user);
    if (!given) return false;
    if (!password.value) return (shown[1].fail(t("form.needed")), false);
    try {
      await api.post("/session", { name: given, password: password.value });
    } catch (error) {
      password.value = "";
      password.focus();
      throw error;
    }
    await api.session();
    return true;
  }
  return { elements: shown, enter, first: name ? password : user };
}

/** The way to the provider of the house. @param {string} next where to come back to @param {any} [more] */
const signOn = (next, more = {}) =>
  h(
    "a",
    {
      class: "button wide",
      id: "sign-on",
      href: api.url(`/session/single-sign-on?then=${encodeURIComponent(next)}`),
      ...more,
    },
    t("login.single-sign-on"),
  );

/** What went wrong at the door, which 401 and 429 mean here. */
function refusal(error) {
  if (error.status === 401 || error.status === 403) return t("login.wrong");
  if (error.status === 429 || error.status === 423) return t("login.locked");
  return explain(error);
}

/** @param {HTMLElement} root @param {any} context */
export async function showLogin(root, { route, setTitle }) {
  await api.session();
  if (api.here.user) {
    go(route.query.get("next") || "#/");
    return {};
  }
  setTitle(t("title.login"));
  const form = fields();
  // Only a place inside this page: an address from outside must not send one elsewhere.
  const asked = route.query.get("next") ?? "";
  const next = asked.startsWith("#/") ? asked : "#/";
  const code = route.query.get("failed") ?? ""; // what the provider's way back says
  const turnedAway = code.startsWith("service.sign-on-") ? errorText({ code, values: {} }) : null;
  const failed = h(
    "p",
    { class: "message", dataset: { kind: "bad" }, role: "alert", hidden: !turnedAway },
    turnedAway ? sentence(turnedAway) : "",
  );
  const button = h("button", { class: "primary wide", type: "submit" }, t("login.enter"));
  const element = h(
    "form",
    {
      class: "card login",
      id: "login",
      novalidate: true,
      on: {
        submit: async (event) => {
          event.preventDefault();
          failed.hidden = true;
          button.disabled = true;
          try {
            if (await form.enter()) {
              forget();
              go(next);
            }
          } catch (error) {
            failed.textContent = refusal(error);
            failed.hidden = false;
          } finally {
            button.disabled = false;
          }
        },
      },
    },
    h("img", { src: "/static/icon.svg", alt: "", width: "44", height: "44" }),
    h("h1", null, t("login.title")),
    h("p", { class: "muted" }, t("login.text")),
    failed,
    api.here.single_sign_on ? signOn(next) : null,
    form.elements,
    button,
  );
  const forget = draft(element, "login");
  root.append(h("div", { class: "page page-narrow" }, element));
  queueMicrotask(() => setTimeout(() => one("input", element)?.focus()));
  return {};
}

let asking = null;

/** Ask again on top of the page; one dialog, however many requests were refused. @returns {Promise<void>} */
export function askLogin() {
  asking ??= ask().finally(() => (asking = null));
  return asking;
}

/** Whether they have logged in in another tab meanwhile. */
async function elsewhere() {
  return api.here?.single_sign_on ? Boolean((await api.session()).user) : false;
}

async function ask() {
  const form = fields(api.here?.user?.name ?? "");
  const shown = dialog({
    title: t("login.again"),
    id: "login-again",
    size: "small",
    focus: api.here?.user?.name ? "input[type=password]" : "input",
    body: [
      h("p", null, t("login.kept")),
      api.here?.single_sign_on
        ? [h("p", { class: "muted" }, t("login.other-tab")), signOn("#/", { target: "_blank" })]
        : null,
      form.elements,
    ],
    actions: [
      { label: t("login.leave"), value: "leave" },
      {
        label: t("login.enter"),
        kind: "primary",
        run: async () => {
          try {
            return (await elsewhere()) || (await form.enter());
          } catch (error) {
            shown.fail(refusal(error));
            return false;
          }
        },
      },
    ],
  });
  if ((await shown.closed) !== true) {
    await api.session();
    go(`#/login?next=${encodeURIComponent(location.hash || "#/")}`);
  }
}
