/** The sign of each game: five small pictures of our own. */
import { html, svg } from "../vendor/lit-html/lit-html.js";

const SIGNS = {
  watai: svg`<rect x="3" y="7" width="12" height="17" rx="2" transform="rotate(-12 9 15)" class="paper"/><rect x="10" y="6" width="12" height="17" rx="2" class="paper"/><rect x="17" y="7" width="12" height="17" rx="2" transform="rotate(12 23 15)" class="paper"/><path d="M16 11l4 7h-8z" class="mark"/>`,
  "waka-tanka": svg`<circle cx="16" cy="16" r="12" class="paper"/><circle cx="12" cy="14" r="2" class="mark"/><circle cx="20" cy="14" r="2" class="mark"/><path d="M11 21q5 4 10 0" class="line"/>`,
  wapi: svg`<path d="M11 8h10l4 15q-9 6-18 0z" class="paper"/><circle cx="16" cy="18" r="4" class="mark"/><path d="M11 8l5 3 5-3" class="line"/>`,
  duel: svg`<rect x="5" y="5" width="22" height="22" rx="3" class="paper"/><path d="M12.300 5v22M19.600 5v22M5 12.300h22M5 19.600h22" class="line"/><circle cx="8.600" cy="8.600" r="2" class="mark"/><circle cx="23.400" cy="23.400" r="2" class="mark"/>`,
  "waka-waka": svg`<path d="M4 18h24l-4 7H8z" class="paper"/><path d="M16 5v13M16 6l8 9h-8" class="line"/><path d="M3 28q3-2 6 0t6 0 6 0 8 0" class="line"/>`,
};

/** @param {string} game */
export const sign = (game) =>
  html`<svg class="sign" viewBox="0 0 32 32" aria-hidden="true">${SIGNS[/** @type {keyof typeof SIGNS} */ (game)]}</svg>`;
