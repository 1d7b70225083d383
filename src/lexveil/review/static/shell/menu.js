/** A menu under a button (WAI-ARIA menu button), and tooltips. */

import { h, uid } from "../dom.js";
import { icon } from "./icons.js";

/** @typedef {{label: string, run?: () => void, href?: string, icon?: string, danger?: boolean, disabled?: boolean,
 *             checked?: boolean, id?: string, note?: string}} Item */

/**
 * @param {HTMLElement} button @param {() => (Item | "-")[]} items asked for each time it opens
 * @param {{align?: "start" | "end"}} [options]
 */
export function menu(button, items, { align = "start" } = {}) {
  const id = uid("menu");
  let shown = null;
  button.setAttribute("aria-haspopup", "menu");
  button.setAttribute("aria-expanded", "false");

  function open(at = 0) {
    if (shown) return;
    shown = h(
      "div",
      { class: "menu", role: "menu", id, popover: "auto", on: { keydown } },
      items().map(entry),
    );
    shown.setAttribute("aria-label", button.getAttribute("aria-label") ?? button.textContent.trim());
    shown.addEventListener("toggle", (event) => event.newState === "closed" && closed());
    // Inside the dialog, where there is one (what is outside cannot be clicked), else in its own landmark.
    (button.closest("dialog, header, main") ?? document.body).append(shown);
    shown.showPopover();
    place(shown, button, align);
    button.setAttribute("aria-expanded", "true");
    button.setAttribute("aria-controls", id);
    entries().at(at)?.focus();
  }

  function closed() {
    if (!shown) return;
    const inside = shown.contains(document.activeElement) || document.activeElement === document.body;
    shown.remove();
    shown = null;
    button.setAttribute("aria-expanded", "false");
    button.removeAttribute("aria-controls");
    if (inside) button.focus();
  }

  function entry(item) {
    if (item === "-") return h("div", { class: "menu-line", role: "separator" });
    const chosen = item.checked !== undefined;
    const props = {
      class: ["menu-item", item.danger && "danger"],
      role: chosen ? "menuitemradio" : "menuitem",
      "aria-checked": chosen ? String(item.checked) : null,
      tabindex: "-1",
      id: item.id,
      "aria-disabled": item.disabled ? "true" : null,
      on: {
        click: (event) => {
          if (item.disabled) return event.preventDefault();
          shown?.hidePopover();
          item.run?.();
        },
      },
    };
    const body = [
      chosen
        ? h("span", { class: "menu-sign" }, item.checked && icon("check"))
        : item.icon && icon(item.icon),
      h("span", { class: "menu-text" }, item.label, item.note && h("small", null, item.note)),
    ];
    return item.href
      ? h("a", { ...props, href: item.href }, body)
      : h("button", { ...props, type: "button" }, body);
  }

  const entries = () => [...(shown?.querySelectorAll(".menu-item") ?? [])];

  function keydown(event) {
    const all = entries();
    const now = all.indexOf(document.activeElement);
    const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      all[(to + all.length) % all.length]?.focus();
    } else if (event.key === "Tab") {
      shown.hidePopover();
    } else if (event.key.length === 1 && /\S/.test(event.key)) {
      const next = [...all.slice(now + 1), ...all].find((item) =>
        item.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()),
      );
      next?.focus();
    }
    event.stopPropagation(); // keys typed in a menu are not shortcuts of the page
  }

  button.addEventListener("click", () => (shown ? shown.hidePopover() : open()));
  button.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    open(event.key === "ArrowUp" ? -1 : 0);
  });
  return { close: () => shown?.hidePopover() };
}

/** Put a floating element by its anchor, inside the window. */
export function place(element, anchor, align = "start", gap = 4) {
  const box = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = element;
  const left = align === "end" ? box.right - width : box.left;
  const below = box.bottom + gap;
  const top =
    below + height > window.innerHeight - 8 && box.top - gap - height > 8 ? box.top - gap - height : below;
  element.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`;
  element.style.top = `${Math.max(8, Math.min(top, window.innerHeight - height - 8))}px`;
}

/**
 * A few words that show on hover and on focus; Escape hides them. For a button of one icon whose label is its
 * aria-label they are the same words, and are not read out twice.
 * @param {HTMLElement} element @param {string} [text]
 */
export function tooltip(element, text = element.getAttribute("aria-label") ?? "") {
  let shown = null;
  let timer = 0;
  const spoken = text !== element.getAttribute("aria-label");
  const show = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (shown || !element.isConnected) return;
      shown = h("div", { class: "tooltip", role: "tooltip", id: uid("tip"), popover: "manual" }, text);
      (element.closest("dialog") ?? document.body).append(shown);
      shown.showPopover();
      place(shown, element, "start", 6);
      if (spoken) element.setAttribute("aria-describedby", shown.id);
    }, 400);
  };
  const hide = () => {
    clearTimeout(timer);
    shown?.remove();
    shown = null;
    if (spoken) element.removeAttribute("aria-describedby");
  };
  for (const event of ["pointerenter", "focus"]) element.addEventListener(event, show);
  for (const event of ["pointerleave", "blur", "click"]) element.addEventListener(event, hide);
  element.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  return element;
}
