/** Wataï cards as they are drawn: a number and the shape of the suit; colour only repeats the shape. */
import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { faceOf } from "../../text/narrator.js";

/** The shape of each suit: circle, triangle, square, star; a chevron for Start, an octagon for Stop, a cross for Extra Stop. */
const PIPS = {
  b: svg`<circle cx="8" cy="8" r="6.500"/>`,
  r: svg`<path d="M8 1l7.500 13.500h-15z"/>`,
  g: svg`<rect x="2" y="2" width="12" height="12"/>`,
  y: svg`<path d="M8 .5l2.300 5 5.500.5-4.200 3.600 1.300 5.400L8 12.100 3.100 15l1.300-5.400L.2 6l5.500-.5z"/>`,
  "+": svg`<path d="M3 2l6 6-6 6zM9 2l6 6-6 6z"/>`,
  "-": svg`<path d="M5 1h6l4 4v6l-4 4H5l-4-4V5z"/>`,
  "!": svg`<path d="M3 1l5 5 5-5 2 2-5 5 5 5-2 2-5-5-5 5-2-2 5-5-5-5z"/>`,
};

/** @param {string} suit */
export const pip = (suit) => html`<svg class="pip" viewBox="0 0 16 16" aria-hidden="true">${PIPS[/** @type {"b"} */ (suit)]}</svg>`;

/** What is on a card: the number with its suit, or the word of a card without one. @param {string} card @param {any} ui */
export function face(card, ui) {
  const shown = faceOf(card);
  const suit = shown[0];
  const number = shown.slice(1);
  if (number) return html`<span class="number" aria-hidden="true">${number}</span>${pip(suit)}`;
  return html`${pip(suit)}<span class="word" aria-hidden="true">${suit === "!" ? ui.say("watai.face.extra") : ui.say(`watai.words.${suit}`)}</span>`;
}

/** The classes of a card: its suit, and the deck it comes from. @param {string} card */
export const classes = (card) => `card suit-${{ "+": "start", "-": "stop", "!": "extra" }[faceOf(card)] ?? faceOf(card)[0]} back-${card[0]}`;

/** A card that only lies there. @param {string | null} card @param {any} ui @param {string} [more] */
export function lying(card, ui, more = "") {
  if (card === null) return html`<span class="card hole ${more}"></span>`;
  return html`<span class="${classes(card)} ${more}" role="img" aria-label=${ui.narrator().card(card)}>${face(card, ui)}</span>`;
}

/** What a pile takes next, in short: « 8 » with its suit, « 2 » for any suit, « Stop ». @param {string[]} takes @param {any} ui */
export function wanted(takes, ui) {
  const numbers = Map.groupBy(takes.filter((each) => each !== "!"), (each) => each.slice(1));
  const short = (/** @type {string} */ each) => (each.length > 1 ? html`${each.slice(1)}${pip(each[0])}` : ui.say(`watai.words.${each}`));
  return [...numbers].map(([number, faces], place) => html`${place ? "/" : nothing}${faces.length > 2 ? number : faces.map(short)}`);
}

/** The same in words, for those who do not see it. @param {string[]} takes @param {import("../../text/narrator.js").Narrator} narrator */
export function wantedWords(takes, narrator) {
  const numbers = Map.groupBy(takes, (each) => (each.length > 1 ? each.slice(1) : each));
  return [...numbers].map(([number, faces]) => (faces.length > 2 ? number : faces.map((each) => narrator.card(`G${each}`)).join(", "))).join(", ");
}
