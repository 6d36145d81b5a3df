/** The race log: who was quicker than whom and by how much. */
import { html } from "../../vendor/lit-html/lit-html.js";
import { names } from "../../state/model.js";

const SHOWN = 30;

/** The races of these events, the newest first. @param {import("../../state/model.js").Happened[]} happened @returns {{pile: number | undefined, winner: number, loser: number, ms: number}[]} */
export const races = (happened) =>
  happened.toReversed().flatMap((each) => (each.race?.beat ?? []).map((/** @type {any} */ beaten) => ({ pile: each.data.pile, winner: each.data.seat, loser: beaten.seat, ms: beaten.ms })));

/** @param {import("../../state/model.js").Model} model @param {any} ui */
export function raceLog(model, ui) {
  const seat = model.table?.seat;
  const named = names(model).map((name, each) => (each === seat ? ui.say("watai.face.you") : name));
  const told = races(model.races).slice(0, SHOWN);
  return html`
    <section class="races" aria-label=${ui.say("watai.face.races")}>
      <h2>${ui.say(told.length ? "watai.face.races" : "watai.face.no_races")}</h2>
      <ol>
        ${told.map(({ pile, winner, loser, ms }) => {
          const lead = ms ? ui.say("watai.face.lead", { ms }) : ui.say("watai.face.by_lot");
          const values = { pile, winner: named[winner], loser: named[loser], lead };
          return html`<li class=${winner === seat ? "won" : loser === seat ? "lost" : ""}>${ui.say(pile === undefined ? "watai.face.shouted" : "watai.face.race", values)}</li>`;
        })}
      </ol>
    </section>
  `;
}
