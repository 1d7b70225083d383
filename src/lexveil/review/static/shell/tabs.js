/** Tabs (WAI-ARIA): arrow keys go between them, each panel is made when it is first shown. */

import { h, replace, uid } from "../dom.js";

/**
 * @param {{id: string, label: string, count?: number, show: (panel: HTMLElement) => void}[]} items
 * @param {{chosen?: string, label: string, onChoose?: (id: string) => void}} options
 */
export function tabs(items, { chosen, label, onChoose }) {
  const base = uid("tabs");
  const panel = h("div", { class: "tab-panel", role: "tabpanel", id: `${base}-panel`, tabindex: "-1" });
  const buttons = items.map((item) =>
    h(
      "button",
      {
        class: "tab",
        type: "button",
        role: "tab",
        id: `${base}-${item.id}`,
        dataset: { tab: item.id },
        "aria-controls": panel.id,
        on: { click: () => choose(item.id), keydown },
      },
      item.label,
    ),
  );
  const bar = h("div", { class: "tabs", role: "tablist", "aria-label": label }, buttons);
  let current = "";

  function choose(id, told = true) {
    const item = items.find((each) => each.id === id) ?? items[0];
    current = item.id;
    for (const button of buttons) {
      const on = button.dataset.tab === current;
      button.setAttribute("aria-selected", String(on));
      button.tabIndex = on ? 0 : -1;
    }
    panel.setAttribute("aria-labelledby", `${base}-${current}`);
    // A box of its own for each: what arrives late for one tab must not show in another.
    const box = h("div");
    replace(panel, box);
    item.show(box);
    if (told) onChoose?.(current);
  }

  function keydown(event) {
    const now = items.findIndex((item) => item.id === current);
    const to = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + items.length) % items.length;
    choose(items[next].id);
    buttons[next].focus();
  }

  choose(chosen ?? "", false);
  return { element: h("div", { class: "tabbed" }, bar, panel), choose, current: () => current };
}
