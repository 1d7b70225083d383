/** What was corrected for all documents of a case. */

import { api } from "../api.js";
import { h, replace } from "../dom.js";
import { ago, t } from "../i18n.js";
import { choiceName } from "./roles.js";
import { explain } from "./explain.js";
import { icon } from "./icons.js";
import { emptyState } from "./states.js";
import { scrolling } from "./tables.js";
import { toast } from "./toast.js";
import { categoryName } from "./categories.js";

/** @param {any} data @param {any} project @param {() => void} again */
export function showCorrections(data, project, again) {
  const path = `/projects/${encodeURIComponent(project.id)}`;
  const { corrections } = data;
  if (!corrections.length)
    return emptyState({ icon: "list", title: t("corrections.none"), text: t("corrections.none-text") });

  async function run(promise) {
    try {
      await promise;
      again();
    } catch (error) {
      toast(explain(error), { kind: "bad" });
    }
  }

  const body = h("tbody");
  replace(
    body,
    corrections.map((each) =>
      h(
        "tr",
        { dataset: { testid: "correction" } },
        h("th", { scope: "row" }, h("b", null, each.who.join(" · ")), h("small", { class: "muted names" }, said(each))),
        h("td", null, each.name || "–"),
        h("td", { class: "nowrap" }, [each.author, ago(each.time)].filter(Boolean).join(" · ")),
        h(
          "td",
          null,
          remove(t("corrections.remove", { name: each.who[0] ?? "" }), () =>
            run(api.delete(`${path}/corrections/${each.number}`)),
          ),
        ),
      ),
    ),
  );
  return h(
    "div",
    { class: "stack" },
    h("p", { class: "muted" }, t("corrections.text")),
    scrolling(
      t("project.corrections"),
      { id: "corrections" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          ["corrections.what", "corrections.where", "corrections.who", "corrections.remove-short"].map((key) =>
            h("th", { scope: "col" }, t(key)),
          ),
        ),
      ),
      body,
    ),
  );
}

const remove = (label, click) =>
  h(
    "button",
    { class: "plain small icon-only", type: "button", "aria-label": label, on: { click } },
    icon("close"),
  );

/** What was said, in a few words. @param {any} each */
function said(each) {
  const what = t(`corrections.kind.${each.kind}`);
  const to =
    each.kind === "role"
      ? choiceName({ role: each.role, side: "" })
      : each.kind === "category"
        ? categoryName(each.category)
        : each.pseudonym;
  return to ? `${what}: ${to}` : what;
}
