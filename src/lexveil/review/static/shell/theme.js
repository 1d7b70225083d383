/** Light, dark, or as the system has it. */

import { recall, remember } from "./storage.js";

export const THEMES = ["system", "light", "dark"];

export const theme = () => recall("theme") ?? "system";

/** @param {string} wanted */
export function setTheme(wanted) {
  if (wanted === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = wanted;
  remember("theme", wanted);
}

export const startTheme = () => setTheme(THEMES.includes(theme()) ? theme() : "system");
