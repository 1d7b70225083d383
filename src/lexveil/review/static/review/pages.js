/**
 * The pages of a PDF as they are, with a box on every name, or as they will go out. What is chosen here is chosen in
 * the text, and the other way round.
 */

import { h, replace, settled } from "../dom.js";
import { groupOf } from "../shell/categories.js";
import { tick } from "../shell/form.js";
import { errorState, loadingRows } from "../shell/states.js";
import { stays } from "./marks.js";

/** @param {any} review */
export function createPages(review) {
  const { store, target, remote, t } = review;
  const sheets = h("div", { class: "page-sheets" });
  const result = tick({
    name: "result",
    label: t("pages.result"),
    dataset: { testid: "pages-result" },
    on: { change: () => draw() },
  });
  const root = h(
    "div",
    { class: "scroller pages", role: "region", "aria-label": t("review.view.pages"), tabindex: "0", dataset: { testid: "pages" } },
    result,
    sheets,
  );
  /** @type {{pages: [number, number][], boxes: any[]}} */
  let known = { pages: [], boxes: [] };
  let loaded = false;

  async function load() {
    if (!loaded) replace(sheets, loadingRows());
    try {
      known = await remote.pages();
      loaded = true;
      draw();
    } catch (error) {
      replace(sheets, errorState(error, { retry: load, level: "h3" }));
    }
  }

  function draw() {
    const out = result.input.checked;
    replace(
      sheets,
      known.pages.map(([width, height], page) =>
        h(
          "figure",
          { class: "page-sheet", style: { "aspect-ratio": `${width} / ${height}` } },
          h("img", {
            src: remote.pageAddress(page, out ? store.number : null),
            alt: t("review.page", { page: page + 1 }),
            loading: "lazy",
          }),
          !out && known.boxes.filter((each) => each.page === page).map(box),
        ),
      ),
    );
    point();
  }

  /** Whose it is now: an edit may have given the place to somebody else. */
  function box({ start, end, box: [left, top, right, bottom] }) {
    const mark = store.marks.find((each) => each.start === start && each.end === end);
    const entity = mark && store.entities.get(mark.id);
    if (!entity || (review.hides(entity, mark) && mark.id !== target.now.id)) return null;
    return h("button", {
      class: "page-box",
      type: "button",
      tabindex: "-1",
      "aria-label": review.text.text.slice(start, end),
      dataset: { entity: mark.id, at: start, group: groupOf(entity.category), stays: stays(entity, mark) ? "" : null },
      style: {
        left: `${left * 100}%`,
        top: `${top * 100}%`,
        width: `${(right - left) * 100}%`,
        height: `${(bottom - top) * 100}%`,
      },
      on: { click: () => review.goTo(mark.id, start, { stay: true }) },
    });
  }

  /** The boxes of whom one is at, and the one of the place. */
  function point(now = target.now) {
    for (const each of sheets.querySelectorAll(".page-box")) {
      const same = each.dataset.entity === now.id;
      each.classList.toggle("same", same);
      each.classList.toggle("here", same && Number(each.dataset.at) === now.start);
    }
    const here = sheets.querySelector(".page-box.here");
    const frame = root.getBoundingClientRect();
    const at = here?.getBoundingClientRect();
    if (at && (at.top < frame.top || at.bottom > frame.bottom)) here.scrollIntoView({ block: "center", behavior: "instant" });
  }

  const later = settled(() => !root.hidden && loaded && load(), 600);
  store.on("change", () => (loaded && draw(), later()));
  target.onMove((now) => loaded && point(now));
  return { root, load };
}
