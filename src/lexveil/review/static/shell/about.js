/** What this is, and that nothing leaves the machine. */

import { api } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { dialog } from "./dialog.js";

export function openAbout() {
  dialog({
    title: t("about.title"),
    size: "small",
    id: "about",
    body: [
      h("p", null, t("about.text")),
      h("p", null, t("about.offline")),
      h(
        "dl",
        { class: "facts" },
        h("dt", null, t("about.version")),
        h("dd", null, api.here?.version ?? ""),
        h("dt", null, t("about.formats")),
        h("dd", null, (api.here?.formats ?? []).join(" ")),
        h("dt", null, t("about.api")),
        h("dd", null, h("a", { href: "/docs", target: "_blank", rel: "noopener" }, t("about.docs"))),
      ),
    ],
    actions: [{ label: t("button.close") }],
  });
}
