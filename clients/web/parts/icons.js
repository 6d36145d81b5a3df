/** The few signs of the page, drawn as lines. Whoever uses one names it: a sign alone is silent. */
import { html, svg } from "../vendor/lit-html/lit-html.js";

const PATHS = {
  back: svg`<path d="M14 5l-7 7 7 7"/>`,
  chat: svg`<path d="M4 5h16v11H10l-5 4v-4H4z"/>`,
  log: svg`<path d="M5 6h14M5 12h14M5 18h9"/>`,
  rules: svg`<path d="M12 6c-2-1.500-5-2-8-1.500V18c3-.5 6 0 8 1.500 2-1.500 5-2 8-1.500V4.500C17 4 14 4.500 12 6zm0 0v13"/>`,
  settings: svg`<path d="M4 7h9M19 7h1M4 17h1M11 17h9"/><circle cx="16" cy="7" r="2.500"/><circle cx="8" cy="17" r="2.500"/>`,
  start: svg`<path d="M6 5v14M19 5l-9 7 9 7z"/>`,
  end: svg`<path d="M18 5v14M5 5l9 7-9 7z"/>`,
  step_back: svg`<path d="M15 5l-8 7 8 7z"/>`,
  step_on: svg`<path d="M9 5l8 7-8 7z"/>`,
  last_round: svg`<path d="M12 6l-6 6 6 6M19 6l-6 6 6 6"/>`,
  next_round: svg`<path d="M12 6l6 6-6 6M5 6l6 6-6 6"/>`,
  play: svg`<path d="M7 4l13 8-13 8z" class="solid"/>`,
  pause: svg`<path d="M8 5v14M16 5v14"/>`,
  less: svg`<path d="M6 12h12"/>`,
  more: svg`<path d="M6 12h12M12 6v12"/>`,
  copy: svg`<path d="M9 9h11v11H9zM5 15H4V4h11v1"/>`,
  close: svg`<path d="M6 6l12 12M18 6L6 18"/>`,
};

/** @param {string} name */
export const icon = (name) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${PATHS[/** @type {keyof typeof PATHS} */ (name)]}</svg>`;
