/** The example award as a case of its own, and the tour with it. */

import { api } from "../api.js";
import { t } from "../i18n.js";
import { explain } from "./explain.js";
import { go, toDocument } from "./router.js";
import { toast } from "./toast.js";
import { wishTour } from "./tour.js";

const PLACE = "/static/example";

/** @param {HTMLButtonElement} button */
export async function tryExample(button) {
  button.disabled = true;
  button.classList.add("busy");
  try {
    const [page, metadata] = await Promise.all(
      ["award.html", "award.metadata.json"].map((name) => fetch(`${PLACE}/${name}`)),
    );
    const project = await api.post("/projects", {
      name: t("first.example-name"),
      policy: "arbitration",
      language: "en",
    });
    const form = new FormData();
    form.append("file", new File([await page.blob()], "award.html", { type: "text/html" }));
    form.append("metadata", await metadata.text());
    const { documents } = await api.upload(`/projects/${encodeURIComponent(project.id)}/documents`, form);
    wishTour("review");
    go(toDocument(documents[0].id));
  } catch (error) {
    toast(explain(error), { kind: "bad" });
    button.disabled = false;
    button.classList.remove("busy");
  }
}
