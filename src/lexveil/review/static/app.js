/**
 * The page: starts it, shows the view of each route, and keeps what surrounds the views (title, bar, banner,
 * focus). A view is a function `(root, context) → {close?}`; it may wait.
 */

import { api } from "./api.js";
import { h, one, replace } from "./dom.js";
import { onLanguage, preferred, t, use } from "./i18n.js";
import { watchErrors } from "./shell/boundary.js";
import { watchConnection } from "./shell/connection.js";
import { askLogin, showLogin } from "./shell/login.js";
import { go, route, watchRoute } from "./shell/router.js";
import { errorState, loadingState } from "./shell/states.js";
import { startTheme } from "./shell/theme.js";
import { showBar, showTrail } from "./shell/topbar.js";

/** @type {Record<string, {load: () => Promise<Function>, title: string, wide?: boolean, open?: boolean}>} */
const ROUTES = {
  "": { load: async () => (await import("./shell/projects.js")).showProjects, title: "title.projects" },
  project: { load: async () => (await import("./shell/project.js")).showProject, title: "title.project" },
  document: {
    load: async () => (await import("./shell/document.js")).showDocument,
    title: "title.document",
    wide: true,
  },
  admin: { load: async () => (await import("./shell/admin.js")).showAdmin, title: "title.admin" },
  login: { load: async () => showLogin, title: "title.login", open: true },
};

let view = null;
let turn = 0;
/** @type {Promise<any> | null} the session, asked for while the words are loaded */
let asked = null;

/** Show the route that the address names. @param {{moved?: boolean}} [options] moved: the user went there */
async function show({ moved = true } = {}) {
  const mine = ++turn;
  const here = route();
  const entry = ROUTES[here.name];
  close();
  const main = one("#main");
  main.className = entry?.wide ? "main main-review" : "main";
  showTrail([]);
  if (!entry)
    return settle(main, errorState({ kind: "not-found" }, { home: true }), t("title.missing"), moved);
  setTitle(t(entry.title));
  replace(main, loadingState());
  try {
    if (!api.here) await (asked ?? api.session());
    if (mine !== turn) return;
    showBar();
    if (!api.here.user && !entry.open) return go(`#/login?next=${encodeURIComponent(location.hash || "#/")}`);
    const open = await entry.load();
    const root = h("div", { class: "view" });
    const opened = await open(root, {
      route: here,
      setTitle,
      setTrail: showTrail,
      alive: () => mine === turn,
      main,
    });
    if (mine !== turn) return opened?.close?.();
    view = opened;
    settle(main, root, null, moved);
  } catch (error) {
    if (mine !== turn) return;
    if (error.status === 401) return; // the login is being asked for, and comes back here
    if (!error.kind) console.error(error);
    const failed = error.status === 422 ? { kind: "not-found" } : error; // an id that nothing can have
    const title = failed.kind === "not-found" ? t("title.missing") : null;
    settle(main, errorState(failed, { retry: () => show(), home: here.name !== "" }), title, moved);
  }
}

function settle(main, content, title, moved) {
  // A view that took the main element itself (the review does) has put its content there already.
  if (!(content instanceof Element && content.dataset.placed)) replace(main, content);
  if (title) setTitle(title);
  if (!moved) return;
  window.scrollTo(0, 0);
  const heading = one("h1", main) ?? one("h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

function close() {
  try {
    view?.close?.();
  } finally {
    view = null;
  }
}

/** @param {string} title */
function setTitle(title) {
  document.title = title ? `${title} · Lexveil` : "Lexveil";
}

/**
 * The login ran out: asked for on top of the page, so that nothing on it is lost.
 * @returns {Promise<boolean>} whether what was refused may be asked again
 */
async function loginAgain() {
  if (!api.here?.user || route().name === "login") {
    if (route().name !== "login") go(`#/login?next=${encodeURIComponent(location.hash || "#/")}`);
    return false;
  }
  const before = api.here.user.id;
  await askLogin();
  showBar();
  api.resume();
  const same = api.here.user?.id === before;
  if (!same) show();
  return same;
}

async function start() {
  startTheme();
  watchErrors();
  watchConnection();
  asked = api.session().finally(() => (asked = null));
  asked.catch(() => null); // told by the view that needs it
  await use(preferred());
  const words = () => {
    one("#skip").textContent = t("bar.skip");
    showBar();
  };
  words();
  onLanguage(() => (words(), show({ moved: false })));
  one("#skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address holds the route, so the link cannot use it
    one("#main").focus();
  });
  api.atDoor(loginAgain);
  watchRoute(() => show());
  await show({ moved: false });
  prefetch();
}

/** The code of every view while the page rests: with a lost server it could not be fetched any more. */
function prefetch() {
  const later = window.requestIdleCallback ?? ((call) => setTimeout(call, 1000));
  later(() => {
    for (const { load } of Object.values(ROUTES)) load().catch(() => null);
    import("./review/main.js").catch(() => null);
  });
}

start();
