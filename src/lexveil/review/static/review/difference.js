/** What was changed: by the first reader, and since then by the second; and how far the two agree. */

import { h, replace } from "../dom.js";
import { number, percent } from "../i18n.js";
import { categoryName } from "../shell/categories.js";
import { choiceName } from "../shell/roles.js";
import { errorState, loadingRows } from "../shell/states.js";
import { hasRole } from "./names.js";

const DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** @param {any} review */
export function openDifference(review) {
  const { t, text, dialog, remote, store } = review;
  const body = h("div", { class: "stack difference", dataset: { testid: "difference" } }, loadingRows());
  const shown = dialog({
    title: t("difference.title"),
    body,
    size: "large",
    focus: "h2",
    actions: [{ label: t("button.close"), kind: "primary", value: null }],
  });
  let gone = false; // to a place in the text
  shown.closed.then((done) => gone || review.refocus(done));
  load();

  async function load() {
    try {
      const { handed, first, second, kappa } = await remote.difference();
      replace(
        body,
        section(t(handed ? "difference.first" : "difference.all"), first),
        handed && section(t("difference.second"), second),
        kappa && agreed(kappa),
      );
    } catch (error) {
      replace(body, errorState(error, { retry: load, level: "h3" }));
    }
  }

  const section = (title, rows) =>
    h(
      "section",
      null,
      h("h3", null, `${title} (${number(rows.length)})`),
      rows.length
        ? h("ul", { class: "changes", tabindex: "0", "aria-label": title }, rows.map(row))
        : h("p", { class: "muted" }, t("difference.none")),
    );

  function row({ entity, before, after, places, by }) {
    const [start, end] = places[0];
    const go = () => {
      gone = true;
      shown.close();
      if (store.entities.has(entity)) review.goTo(entity, start);
      else review.goToPlace(start);
    };
    return h(
      "li",
      { dataset: { testid: "change" } },
      h("button", { class: "plain small", type: "button", on: { click: go } }, text.text.slice(start, end).replace(/\s+/g, " ")),
      places.length > 1 && h("span", { class: "count" }, ` ×${number(places.length)}`),
      h("span", { class: "change-words" }, h("del", null, facts(before)), " → ", h("ins", null, facts(after))),
      h("span", { class: "faint" }, by.join(", ")),
    );
  }

  /** What it was or is, in words. */
  function facts(each) {
    if (!each) return t("difference.unmarked");
    const what = hasRole(each.category) && each.role ? choiceName(each) : categoryName(each.category);
    return `${what} · ${each.action === "replace" ? each.pseudonym : t("review.stays")}`;
  }

  const figure = (value) => h("dd", null, value === null ? "–" : number(value, DIGITS));
  const agreed = ({ hidden, type, f1, krippendorff }) =>
    h(
      "section",
      { dataset: { testid: "agreement" } },
      h("h3", null, t("difference.agreement")),
      h(
        "dl",
        { class: "card-info" },
        h("dt", null, t("difference.hidden")),
        figure(hidden),
        h("dt", null, t("difference.alpha-hidden")),
        figure(krippendorff.hidden),
        h("dt", null, t("difference.type")),
        figure(type),
        h("dt", null, t("difference.alpha-hidden")),
        figure(krippendorff.type),
        h("dt", null, t("difference.same")),
        h("dd", null, percent(f1)),
      ),
    );
}
