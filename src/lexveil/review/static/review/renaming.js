/** A pseudonym typed in its place. Enter gives it, Escape leaves it; what the service refuses can be mended. */

import { h, uid } from "../dom.js";
import { errorText } from "../i18n.js";
import { sentence } from "../shell/explain.js";

/**
 * @param {any} review @param {HTMLElement} cell @param {import("./types.js").Entity} entity
 * @param {{value?: string, error?: string, mark?: any, opened: (input: HTMLElement) => void, closed: (back: boolean) => void,
 *          refused: (value: string, error: string) => boolean}} options
 */
export function editPseudonym(review, cell, entity, { value, error, mark, opened, closed, refused }) {
  const { t } = review;
  const errorId = uid("error");
  const input = h("input", {
    class: "pseudonym-input",
    type: "text",
    maxlength: "200",
    value: value ?? entity.pseudonym,
    spellcheck: "false",
    autocomplete: "off",
    "aria-label": t("review.column.pseudonym"),
    "aria-invalid": error ? "true" : null,
    "aria-describedby": error ? errorId : null,
    dataset: { testid: "pseudonym-input" },
  });
  let over = false;

  function finish(give, back) {
    if (over) return;
    const typed = input.value.trim();
    if (give && !typed) {
      if (back) return input.setAttribute("aria-invalid", "true"); // an empty name is no name
      give = false;
    }
    // What nobody touched is no wish to keep it: the service may have given another one meanwhile.
    if (!error && typed === entity.pseudonym) give = false;
    over = true;
    closed(back);
    const now = review.store.entities.get(entity.id);
    if (!give || !now) return;
    const mend = ({ status, message, coded }) =>
      status === 422 && refused(typed, sentence(errorText(coded) ?? message));
    review.actions.rename(now, typed, mend, mark);
  }

  input.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter") finish(true, true);
    else if (event.key === "Escape") finish(false, true);
    else return;
    event.preventDefault();
  });
  input.addEventListener("blur", () => finish(true, false));
  opened(input);
  cell.replaceChildren(
    input,
    ...(error ? [h("p", { class: "cell-error", id: errorId, role: "alert" }, error)] : []),
  );
  input.focus();
  input.select();
}
