/** Change one's own password. */

import { api } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { dialog } from "./dialog.js";
import { field } from "./form.js";
import { toast } from "./toast.js";

export const SHORTEST = 12;

/** @param {string} name @param {string} autocomplete */
export const passwordInput = (name, autocomplete) =>
  h("input", {
    type: "password",
    name,
    autocomplete,
    required: true,
    minlength: name === "old" ? null : SHORTEST,
  });

export async function openPassword() {
  const old = passwordInput("old", "current-password");
  const first = passwordInput("new", "new-password");
  const second = passwordInput("repeat", "new-password");
  const shown = {
    old: field({ label: t("password.old"), control: old }),
    first: field({ label: t("password.new"), control: first, hint: t("password.hint", { count: SHORTEST }) }),
    second: field({ label: t("password.repeat"), control: second }),
  };
  const opened = dialog({
    title: t("password.title"),
    size: "small",
    id: "password",
    body: Object.values(shown),
    actions: [
      { label: t("button.cancel"), value: null },
      {
        label: t("button.save"),
        kind: "primary",
        run: async () => {
          if (!old.value) return (shown.old.fail(t("form.needed")), false);
          if (first.value.length < SHORTEST)
            return (shown.first.fail(t("password.short", { count: SHORTEST })), false);
          if (first.value !== second.value) return (shown.second.fail(t("password.differ")), false);
          try {
            await api.post("/session/password", { old: old.value, new: first.value });
          } catch (error) {
            if (error.status !== 403 && error.status !== 401) throw error;
            return (shown.old.fail(t("password.wrong")), false);
          }
          await api.session(); // a new password brings a new session
          return true;
        },
      },
    ],
  });
  if (await opened.closed) toast(t("password.changed"), { kind: "good" });
}
