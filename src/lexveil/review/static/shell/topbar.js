/** The bar at the top: where one is, the language, the theme, and who is here. */

import { api } from "../api.js";
import { h, one, replace } from "../dom.js";
import { choose, language, LANGUAGES, t } from "../i18n.js";
import { openAbout } from "./about.js";
import { icon } from "./icons.js";
import { menu, tooltip } from "./menu.js";
import { openPassword } from "./password.js";
import { setTheme, theme, THEMES } from "./theme.js";
import { route } from "./router.js";
import { openTokens } from "./tokens.js";
import { startTour } from "./tour.js";
import { homeTour, projectTour, reviewTour } from "./tours.js";

const SIGNS = { system: "screen", light: "sun", dark: "moon" };
/** @type {{label: string, href?: string, heading?: boolean}[]} */
let trail = [];

// Made once: with a lost server the picture could not be fetched again.
const brand = h(
  "a",
  { class: "brand", href: "#/", "aria-label": "Lexveil" },
  h("img", { src: "/static/icon.svg", alt: "", width: "24", height: "24" }),
  h("span", null, "Lexveil"),
);

export function showBar() {
  replace(
    one("#bar"),
    brand,
    h("nav", { class: "trail", id: "trail", "aria-label": t("bar.trail") }),
    h("div", { class: "bar-end" }, helpButton(), themeButton(), languageSelect(), userButton()),
  );
  drawTrail();
}

/** @param {{label: string, href?: string, heading?: boolean}[]} steps heading: the name of the view itself */
export function showTrail(steps) {
  trail = steps;
  drawTrail();
}

function drawTrail() {
  const nav = one("#trail");
  if (!nav) return;
  const held = nav.contains(document.activeElement);
  nav.hidden = trail.length === 0;
  replace(nav, trail.length > 0 && h("ol", null, trail.map(step)));
  if (held) one("h1", nav)?.focus({ preventScroll: true });
}

function step({ label, href, heading }, index) {
  const last = index === trail.length - 1;
  const name =
    href && !last
      ? h("a", { href, title: label }, label)
      : h("span", { "aria-current": last ? "page" : null, title: label }, label);
  return h(
    "li",
    null,
    icon("right"),
    heading ? h("h1", { class: "trail-heading", tabindex: "-1" }, name) : name,
  );
}

const TOURS = { "": homeTour, project: projectTour, document: reviewTour };

function tour() {
  const { name } = route();
  startTour((TOURS[name] ?? homeTour)(), { name: name || "home" });
}

function helpButton() {
  if (!api.here?.user) return null;
  return tooltip(
    h(
      "button",
      {
        class: "plain icon-only",
        type: "button",
        id: "help",
        "aria-label": t("bar.tour"),
        on: { click: tour },
      },
      icon("help"),
    ),
  );
}

function themeButton() {
  const button = h(
    "button",
    { class: "plain icon-only", type: "button", id: "theme", "aria-label": t("bar.theme") },
    icon(SIGNS[theme()] ?? "screen"),
  );
  menu(
    button,
    () =>
      THEMES.map((name) => ({
        label: t(`theme.${name}`),
        checked: theme() === name,
        run: () => {
          setTheme(name);
          replace(button, icon(SIGNS[name]));
        },
      })),
    { align: "end" },
  );
  return tooltip(button);
}

function languageSelect() {
  return h(
    "label",
    { class: "language" },
    icon("globe"),
    h("span", { class: "unseen" }, t("bar.language")),
    h(
      "select",
      {
        id: "language",
        value: language(),
        on: { change: (event) => choose(event.target.value).then(() => one("#language")?.focus()) },
      },
      Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code }, name)),
    ),
  );
}

function userButton() {
  const here = api.here;
  if (!here?.user) return null;
  const name = here.mode === "single" ? t("bar.local") : here.user.name;
  const button = h(
    "button",
    { class: "plain user", type: "button", id: "user", "aria-label": t("bar.user", { name }) },
    icon("user"),
    h("span", { class: "user-name" }, name),
    icon("down"),
  );
  menu(button, () => userItems(here), { align: "end" });
  return button;
}

function userItems(here) {
  const accounts = here.mode === "accounts";
  const runs = !accounts || here.user.role === "administrator";
  return [
    runs && { label: t("bar.admin"), icon: "shield", href: "#/admin", id: "menu-admin" },
    { label: t("bar.tokens"), icon: "key", run: openTokens, id: "menu-tokens" },
    accounts && { label: t("bar.password"), icon: "edit", run: openPassword, id: "menu-password" },
    { label: t("bar.tour"), icon: "help", run: tour, id: "menu-tour" },
    { label: t("bar.about"), icon: "info", run: openAbout, id: "menu-about" },
    accounts && "-",
    accounts && { label: t("bar.leave"), icon: "leave", run: leave, id: "menu-logout" },
  ].filter(Boolean);
}

async function leave() {
  await api.delete("/session");
  await api.session();
  showBar();
  location.hash = "#/login";
}
