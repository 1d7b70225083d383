/**
 * What the browser remembers: choices for good, drafts of forms for as long as the window is open. Storage may
 * be forbidden or full; then nothing is remembered and everything still works. Never a password.
 */

function reach(kind, act) {
  try {
    return act(window[kind]);
  } catch {
    return null;
  }
}

/** @param {string} key */
export const recall = (key) => reach("localStorage", (store) => store.getItem(`lexveil.${key}`));

/** @param {string} key @param {string} value */
export const remember = (key, value) =>
  reach("localStorage", (store) => store.setItem(`lexveil.${key}`, value));

/**
 * Keep what is typed in a form until it was sent: it is there again after a reload or a lost server.
 * @param {HTMLFormElement | HTMLElement} form @param {string} key
 * @returns {() => void} forget it
 */
export function draft(form, key) {
  const name = `lexveil.draft.${key}`;
  const fields = () =>
    [...form.querySelectorAll("input[name], select[name], textarea[name]")].filter(keepable);
  const saved = reach("sessionStorage", (store) => JSON.parse(store.getItem(name) ?? "null"));
  for (const field of fields()) if (saved && field.name in saved) put(field, saved[field.name]);
  form.addEventListener("input", () => {
    const values = {};
    for (const field of fields()) read(field, values);
    reach("sessionStorage", (store) => store.setItem(name, JSON.stringify(values)));
  });
  return () => reach("sessionStorage", (store) => store.removeItem(name));
}

const keepable = (field) => field.type !== "password" && field.type !== "file" && !field.disabled;

function put(field, value) {
  if (field.type === "checkbox") field.checked = value;
  else if (field.type === "radio") field.checked = field.value === value;
  else field.value = value;
}

function read(field, values) {
  if (field.type === "checkbox") values[field.name] = field.checked;
  else if (field.type !== "radio") values[field.name] = field.value;
  else if (field.checked) values[field.name] = field.value;
}
