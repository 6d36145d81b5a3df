/** The time between the deal and Go, and the end: the last count, what the dice have set, who is asked what, the countdown. */
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { clock, names } from "../../state/model.js";
import { subjectOf } from "../../text/text.js";

const COLUMNS = ["laid", "talon", "shout", "slaps", "omissions", "penalties", "points", "total"];
const OFTEN_NONE = new Set(["shout", "slaps", "omissions", "penalties"]);
const BY_TOUCH = "(hover: none) and (pointer: coarse)"; // there are no keys
const USUAL_FACES = [1, 3, 5, 7];

/** @param {import("./face.js").Face} table @param {import("../../state/model.js").Model} model @param {any} ui */
export function before(table, model, ui) {
  const { view } = /** @type {any} */ (model.table);
  return html`
    <div class="before" tabindex=${answerMoves(model).length || ui.halted() === "round" ? nothing : "0"}>
      ${view.last_count.length ? html`<h2>${headline(view, model, ui)}</h2>${count(view, model, ui)}` : html`<p class="intro">${ui.say(matchMedia(BY_TOUCH).matches ? "web.watai.intro_by_touch" : "watai.face.intro")}</p>`}
      ${view.phase === "over" ? nothing : html`${announced(view, ui)}${ui.halted() === "round" && !answerMoves(model).length ? waiting(ui) : view.phase === "countdown" ? countdown(model, ui) : question(model, ui)}`}
    </div>
  `;
}

/** How the last round ended. @param {any} view @param {import("../../state/model.js").Model} model @param {any} ui */
function headline(view, model, ui) {
  const shouter = view.last_count.find((/** @type {any} */ line) => line.shout);
  return shouter ? ui.say("watai.events.Shouted", { seat: names(model)[shouter.seat] }) : ui.say("watai.events.Blocked");
}

/** @param {any} view @param {import("../../state/model.js").Model} model @param {any} ui */
function count(view, model, ui) {
  const shown = COLUMNS.filter((column) => !OFTEN_NONE.has(column) || view.last_count.some((/** @type {any} */ line) => line[column]));
  const lines = [...view.last_count].sort((a, b) => b.total - a.total);
  const round = view.round - (view.outcome ? 0 : 1);
  return html`
    <div class="scroll" tabindex="0"><table class="count">
      <caption>${ui.say("watai.face.round", { round })}</caption>
      <thead><tr><td></td>${shown.map((column) => html`<th scope="col">${ui.say(`watai.columns.${column}`)}</th>`)}</tr></thead>
      <tbody>
        ${lines.map((line) => html`<tr class=${line.seat === view.seat ? "you" : ""}><th scope="row">${names(model)[line.seat]}</th>${shown.map((column) => html`<td class=${column}>${OFTEN_NONE.has(column) && !line[column] ? "·" : line[column]}</td>`)}</tr>`)}
      </tbody>
    </table></div>
  `;
}

/** @param {any} view @param {any} ui */
function announced(view, ui) {
  const faces = ui.text.find("watai.events.ScoreDieThrown");
  return html`
    ${view.score_die === null ? nothing : html`<p class=${USUAL_FACES.includes(view.score_die) ? "" : "special"}>${(faces[view.score_die] ?? faces.else).replace("{face}", view.score_die)}</p>`}
    ${view.variant ? html`<p class="special">${ui.say(`watai.events.VariantSet.${view.variant}`)}</p>` : nothing}
  `;
}

/** Whole seconds left, rounded up. @param {number | null} until @param {import("../../state/model.js").Model} model */
export function seconds(until, model) {
  if (until === null || !model.table) return 0;
  return Math.max(0, Math.ceil((until - clock(model.table, performance.now())) / 1000));
}

/** @param {import("../../state/model.js").Model} model @param {any} ui */
function question(model, ui) {
  const table = /** @type {import("../../state/model.js").Table} */ (model.table);
  const { view } = table;
  const mine = view.prompts.find((/** @type {any} */ each) => each.seat === view.seat);
  const shown = mine ?? view.prompts[0];
  if (!shown) return nothing;
  const left = view.until === null ? "" : ` (${seconds(view.until, model)} s)`;
  const words = mine ? ui.say(`watai.asks.${mine.ask}`) : ui.say(`watai.face.waits_${shown.ask}`, { name: names(model)[shown.seat] });
  return html`<p class="question ${mine ? "mine" : ""}">${words}${left}</p>${mine ? answers(model, ui) : nothing}`;
}

/** Alone with bots the next round waits until the player has read all this. @param {any} ui */
function waiting(ui) {
  return html`<p class="question">${ui.say("web.watai.round_waits")}</p><p class="row answers"><button type="button" class="primary" @click=${(/** @type {Event} */ event) => ui.goOn(event)}>${ui.say("web.go_on")} <kbd>␣</kbd></button></p>`;
}

/** The moves that answer the question, with their keys. @param {import("../../state/model.js").Model} model */
export const answerMoves = (model) => (model.table?.moves ?? []).filter((each) => ["Go", "Name", "Pick"].includes(each.move));

/** @param {import("../../state/model.js").Model} model @param {any} ui */
function answers(model, ui) {
  const words = (/** @type {any} */ { move, args }) =>
    move === "Name" ? names(model)[args.player] : move === "Pick" ? ui.say(`watai.words.${args.accent}`) : ui.say("watai.moves.Go");
  return html`<p class="row answers">${answerMoves(model).map((move, index) => html`<button type="button" class="primary" @click=${(/** @type {Event} */ event) => ui.play(move, event)}>${words(move)} <kbd>${move.move === "Go" ? "␣" : index + 1}</kbd></button>`)}</p>`;
}

/** @param {import("../../state/model.js").Model} model @param {any} ui */
function countdown(model, ui) {
  const left = Math.min(3, Math.max(1, seconds(model.table?.view.until, model)));
  return html`<p class="countdown count-${left}" role="timer">${left}</p>`;
}
