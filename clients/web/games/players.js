/** The players of a calm game: a line each, with what the game has to say of them. */
import { html } from "../vendor/lit-html/lit-html.js";
import { names } from "../state/model.js";

const MARKS = "ABCDEFGH";

/** The letter of a seat, which stands for its player on the board. @param {number} seat */
export const mark = (seat) => html`<span class="mark seat-${seat}">${MARKS[seat]}</span>`;

/** @param {import("../state/model.js").Model} model @param {any} ui @param {(seat: number) => unknown} has what a player has */
export function players(model, ui, has) {
  const asked = new Set(model.table?.prompts.map((each) => each.seat));
  const you = model.table?.seat;
  return html`<ul class="players">${names(model).map(
    (name, seat) => html`<li class=${asked.has(seat) ? "asked" : ""}>${mark(seat)}<b class="who">${seat === you ? ui.say("calm.you", { name }) : name}</b><span class="has">${has(seat)}</span></li>`,
  )}</ul>`;
}
