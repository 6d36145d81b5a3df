/** The player's own settings, kept in this browser: language, keyboard, sound, motion, theme. */
import { read, write } from "../link/identity.js";
import { LANGUAGES } from "../text/text.js";

const KEY = "watai.settings";
export const CHOICES = {
  language: [...LANGUAGES],
  layout: ["qwerty", "azerty", "qwertz"],
  theme: ["system", "dark", "light"],
  motion: ["system", "full", "less"],
  sound: ["on", "off"],
};
/** @typedef {{language: string, layout: string, theme: string, motion: string, sound: string}} Settings */

/** @returns {Settings} */
export function readSettings() {
  const language = navigator.language.startsWith("fr") ? "fr" : "en";
  const usual = { language, layout: language === "fr" ? "azerty" : "qwerty", theme: "system", motion: "system", sound: "on" };
  let kept = {};
  try {
    kept = JSON.parse(read(KEY) || "{}");
  } catch {
    // something else has written there: the usual settings
  }
  const valid = Object.entries(kept).filter(([name, value]) => CHOICES[/** @type {keyof Settings} */ (name)]?.includes(value));
  return { ...usual, ...Object.fromEntries(valid) };
}

/** Keep the settings, and let the style sheets know them. @param {Settings} settings */
export function applySettings(settings) {
  write(KEY, JSON.stringify(settings));
  const root = document.documentElement;
  root.lang = settings.language;
  root.dataset.theme = settings.theme;
  root.dataset.motion = settings.motion;
}

/** Whether things may move. @param {Settings} settings */
export const moves = (settings) =>
  settings.motion === "full" ||
  (settings.motion === "system" && !matchMedia("(prefers-reduced-motion: reduce)").matches);
