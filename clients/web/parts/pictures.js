/** Small pictures of what lies on the tables of the calm games. Each stands beside its name, so it is silent. */
import { html } from "../vendor/lit-html/lit-html.js";

/** @type {{[thing: string]: string}} */
const PICTURES = {
  owl: "🦉", sorcerer: "🧙", jackal: "🐕", eagle: "🦅", bear: "🐻", snake: "🐍",
  coyote: "🐺", puma: "🐆", bison: "🐂", mouse: "🐭", wolf: "🐺",
  fruit: "🍇", hides: "🐾", salt: "🧂", tea: "🍵", cloth: "🧵", jewel: "💎",
};

/** @param {string} thing */
export const picture = (thing) => html`<span class="picture" aria-hidden="true">${PICTURES[thing] ?? ""}</span>`;
