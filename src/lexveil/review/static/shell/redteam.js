/** The red team of a case: a form for those who try to find somebody, and what they found. */

import { api } from "../api.js";
import { h, replace } from "../dom.js";
import { language, percent, t } from "../i18n.js";
import { explain } from "./explain.js";
import { icon } from "./icons.js";
import { scrolling } from "./tables.js";
import { toast } from "./toast.js";

/** @param {string} project @param {string} level of the heading */
export function redTeamPart(project, level) {
  const path = `/projects/${encodeURIComponent(project)}/red-team`;
  const found = h("div", { "aria-live": "polite" });
  const input = h("input", {
    type: "file",
    accept: ".csv",
    multiple: true,
    class: "unseen",
    id: "red-team-answers",
    tabindex: "-1",
    "aria-label": t("stats.red-team-answers"),
    on: { change: read },
  });

  async function read() {
    if (!input.files.length) return;
    const form = new FormData();
    for (const file of input.files) form.append("files", file);
    input.value = "";
    try {
      replace(found, figuresOf(await api.upload(path, form)));
    } catch (error) {
      toast(explain(error), { kind: "bad" });
    }
  }

  return h(
    "section",
    { class: "card stack", id: "red-team" },
    h(level, null, t("stats.red-team")),
    h("p", { class: "muted" }, t("stats.red-team-text")),
    h(
      "div",
      { class: "chips" },
      h(
        "a",
        { class: "button small", href: api.url(`${path}?language=${language()}`), download: "red-team.html" },
        icon("download"),
        t("stats.red-team-form"),
      ),
      h("button", { class: "small", type: "button", on: { click: () => input.click() } }, t("stats.red-team-answers")),
      input,
    ),
    found,
  );
}

function figuresOf({ attackers, together }) {
  const share = ({ yes, texts, high }) => t("stats.red-team-share", { yes, texts, high: percent(high) });
  const row = (name, each) =>
    h("tr", null, h("th", { scope: "row" }, name), h("td", null, share(each.residue)), h("td", null, share(each.reidentified)));
  const rows = Object.entries(attackers).map(([name, each]) => row(name, each));
  if (rows.length > 1) rows.push(row(t("stats.red-team-together"), together));
  const heads = [t("stats.red-team-who"), t("stats.red-team-residue"), t("stats.red-team-found")];
  return scrolling(t("stats.red-team"), {}, h("thead", null, h("tr", null, heads.map((each) => h("th", { scope: "col" }, each)))), h("tbody", null, rows));
}
