/** Says that the server is lost, and when it is back; nothing on the page goes away meanwhile. */

import { api } from "../api.js";
import { h, one, replace } from "../dom.js";
import { onLanguage, t } from "../i18n.js";
import { icon } from "./icons.js";
import { toast } from "./toast.js";

export function watchConnection() {
  let told = () => {};
  api.on("offline", () => (told(), draw()));
  api.on("pending", draw);
  api.on("online", () => {
    draw();
    told = toast(t("connection.back"), { kind: "good" });
  });
  onLanguage(draw);
}

function draw() {
  const banner = one("#banner");
  banner.hidden = api.online;
  if (api.online) return replace(banner);
  replace(
    banner,
    icon("offline"),
    h(
      "span",
      { class: "banner-text" },
      h("strong", null, t("connection.lost")),
      " ",
      api.pending ? t("connection.waiting", { count: api.pending }) : t("connection.kept"),
    ),
    h("button", { class: "small", type: "button", on: { click: api.retry } }, t("connection.try")),
  );
}
