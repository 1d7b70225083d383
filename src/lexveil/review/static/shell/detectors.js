/** Which detectors look at the documents of a case: rules and lists, the model that is shipped, one of another maker. */

import { api } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { tick } from "./form.js";

/**
 * Boxes to tick, one of which stays ticked. `wanted()` is what the service is told: nothing where all are.
 * @param {string[]} [chosen] none: all
 */
export function detectorTicks(chosen = []) {
  const kinds = api.here.detectors ?? [];
  const ticks = kinds.map((kind) =>
    tick({
      name: `detectors-${kind}`,
      value: kind,
      label: t(`case.detectors.${kind}`),
      checked: !chosen.length || chosen.includes(kind),
    }),
  );
  const element = h(
    "fieldset",
    { class: "field stack", id: "detectors" },
    h("legend", null, t("case.detectors")),
    ticks,
    h("p", { class: "hint" }, t("case.detectors-hint")),
  );
  const inputs = ticks.map(({ input }) => input);
  const ticked = () => inputs.filter((input) => input.checked);

  function follow() {
    const left = ticked();
    for (const input of inputs) input.disabled = left.length === 1 && input.checked;
  }

  element.addEventListener("change", follow);
  follow();
  return Object.assign(element, {
    follow,
    wanted: () => (ticked().length === inputs.length ? [] : ticked().map((input) => input.value)),
  });
}
