/**
 * Elements, made without ever parsing text as HTML.
 *
 * In: a tag, properties, children. Out: a DOM element. A string is always text, never markup, so a name with
 * `<script>` in it is shown as it is written.
 */

/** @typedef {Node | string | number | false | null | undefined | Child[]} Child */

const SVG = "http://www.w3.org/2000/svg";

/**
 * `h("button", {class: "primary", on: {click}, "aria-label": label, dataset: {id}}, "Save")`
 *
 * `class` (text or list, falsy entries left out), `dataset`, `on` (event → listener), `style` (property →
 * value, custom properties too), `text`, `value`/`checked`/`selected`/`indeterminate` (set as properties);
 * everything else is an attribute: `true` sets it empty, `false`, `null` and `undefined` leave it out.
 *
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...Child} children
 * @returns {HTMLElement & Record<string, any>}
 */
export function h(tag, props, ...children) {
  return build(document.createElement(tag), props, children);
}

/** The same for SVG. @param {string} tag @param {Record<string, any> | null} [props] @param {...Child} children */
export function svg(tag, props, ...children) {
  return build(document.createElementNS(SVG, tag), props, children);
}

const AS_PROPERTY = new Set(["value", "checked", "selected", "indeterminate", "disabled"]);

function build(element, props, children) {
  const { value, ...rest } = props ?? {};
  for (const [name, item] of Object.entries(rest)) set(element, name, item);
  append(element, children);
  set(element, "value", value); // last: a select takes it only once its options are there
  return element;
}

function set(element, name, value) {
  if (value === undefined || value === null) return;
  if (name === "class") {
    const names = Array.isArray(value) ? value.filter(Boolean).join(" ") : value;
    if (names) element.setAttribute("class", names);
  } else if (name === "dataset") {
    for (const [key, item] of Object.entries(value)) if (item != null) element.dataset[key] = item;
  } else if (name === "on") {
    for (const [event, listener] of Object.entries(value))
      if (listener) element.addEventListener(event, listener);
  } else if (name === "style") {
    // Through the CSS object model: a style attribute would be refused by the content security policy.
    for (const [property, item] of Object.entries(value)) element.style.setProperty(property, item);
  } else if (name === "text") {
    element.textContent = value;
  } else if (AS_PROPERTY.has(name) && name in element) {
    element[name] = value;
  } else if (value !== false) {
    element.setAttribute(name, value === true ? "" : String(value));
  } else if (name.startsWith("aria-")) {
    element.setAttribute(name, "false");
  }
}

/** @param {Element} element @param {Child[]} children */
export function append(element, children) {
  for (const child of children) {
    if (child === false || child === null || child === undefined || child === "") continue;
    if (Array.isArray(child)) append(element, child);
    else element.append(child instanceof Node ? child : String(child));
  }
}

/** Put these children in the place of what was there. @param {Element} element @param {...Child} children */
export function replace(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/** @param {string} selector @param {ParentNode} [root] @returns {HTMLElement | null} */
export const one = (selector, root = document) => root.querySelector(selector);

/** @param {string} selector @param {ParentNode} [root] @returns {HTMLElement[]} */
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

let last = 0;

/** An id no other element of the page has, for labels and descriptions. @param {string} [prefix] */
export const uid = (prefix = "id") => `${prefix}-${++last}`;

/** Text for screen readers only. @param {...Child} children */
export const unseen = (...children) => h("span", { class: "unseen" }, ...children);

/**
 * Call at most once per frame, with the latest arguments.
 * @template {any[]} A @param {(...args: A) => void} call @returns {(...args: A) => void}
 */
export function framed(call) {
  let waiting = false;
  let latest;
  return (...args) => {
    latest = args;
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      call(...latest);
    });
  };
}

/**
 * Call once it has been quiet for a while.
 * @template {any[]} A @param {(...args: A) => void} call @param {number} [milliseconds]
 */
export function settled(call, milliseconds = 200) {
  let timer = 0;
  return (/** @type {A} */ ...args) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => call(...args), milliseconds);
  };
}
