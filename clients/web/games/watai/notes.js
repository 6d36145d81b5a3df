/** Two lines of the race: what is special about this round, and what the player should know or do right now. */
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { clock, names } from "../../state/model.js";
import { Narrator } from "../../text/narrator.js";
import { brokenRule, lostRace } from "../../text/refusals.js";
import { seconds } from "./before.js";
import { fits, isFrozen } from "./fits.js";
import { toSlap } from "./optimistic.js";

const FRESH = 4000; // ms for which an event is news
const SHOUT_WORTH = { 2: 10, 4: 20 };
const DOUBLING_FACE = 6;
export const TAKEN_BACK_SHOWN = 3000;
const BEATEN = "WATAI-14";

/** @param {import("../../state/model.js").Model} model @param {any} ui */
export function banner(model, ui) {
  const { view } = /** @type {any} */ (model.table);
  if (view.frozen_until !== null) {
    const form = view.leader === view.seat ? "frozen_for_others" : "frozen";
    return html`<p class="banner frozen">${ui.say(`watai.face.${form}`, { name: names(model)[view.leader], seconds: seconds(view.frozen_until, model) })}</p>`;
  }
  const racing = view.phase === "race"; // before it, the whole sentence is told below
  const points = SHOUT_WORTH[/** @type {2} */ (view.score_die)];
  const worth = view.score_die === DOUBLING_FACE ? ui.say("watai.face.doubled") : points ? ui.say("watai.face.shout_worth", { points }) : "";
  return html`
    <p class="banner">
      <b>${ui.say("watai.face.round", { round: view.round })}</b>
      ${view.variant && racing ? html`<span class="special">${view.variant} · ${ui.say(`watai.face.variants.${view.variant}`)}</span>` : nothing}
      ${worth && racing ? html`<span class="special">${worth}</span>` : nothing}
      ${view.closed ? html`<span class="quiet">${ui.say("watai.face.closed", { closed: view.closed })}</span>` : nothing}
    </p>
  `;
}

/** The last refused play, while it is shown. @param {import("../../state/model.js").Model} model */
export function lostPlay(model) {
  const last = model.refused.at(-1);
  return last && performance.now() - last.at < TAKEN_BACK_SHOWN ? last : null;
}

/** The most important thing to say now, as [kind, words]. @param {import("./face.js").Face} table @param {import("../../state/model.js").Model} model @param {import("./optimistic.js").Optimistic} state @param {any} ui @returns {[string, string]} */
export function note(table, model, state, ui) {
  const { view } = state;
  if (view.seat !== null && view.phase === "race" && !isFrozen(view)) {
    const me = view.players[view.seat];
    if (me.may_shout) return ["urgent", ui.say("watai.face.shout_now")];
    if (state.unsaid.length) return ["urgent", ui.say("watai.face.say_now", { word: table.numberWord(me.accent, state.unsaid[0]) })];
    if (toSlap(state).length) return ["urgent", ui.say("watai.face.slap_now", { pile: toSlap(state)[0] })];
  }
  const lost = lostPlay(model);
  if (lost) return ["lost", takenBack(model, lost, ui)];
  if (table.control.warned) return ["lost", ui.say("watai.face.false_shout")];
  if (table.control.choices(state).size) return ["choose", ui.say("web.watai.which_pile")];
  if (table.control.calling) return ["choose", ui.say("web.watai.which_card")];
  const fresh = news(model, ui);
  if (fresh) return ["news", fresh];
  if (model.contested.has("shout")) return ["contested", ui.say("watai.face.shout_contested")];
  if ([...model.pending.values()].some((each) => each.held)) return ["held", ui.say("watai.face.held")];
  const me = view.seat === null ? null : view.players[view.seat];
  if (me && !fits(view).size && !state.stock && !isFrozen(view) && (me.stock || me.waste)) {
    return ["hint", ui.say("web.watai.turn_now")];
  }
  return ["", ""];
}

/** Which card came back, and why. @param {import("../../state/model.js").Model} model @param {{move: any, refused: any}} lost @param {any} ui */
export function takenBack(model, { move, refused }, ui) {
  const why = reason(model, move, refused, ui);
  if (!["Open", "Place"].includes(move.move)) return why;
  return ui.say("watai.face.taken_back", { what: ui.narrator().card(move.args.card), why });
}

/** @param {import("../../state/model.js").Model} model @param {any} move @param {any} refused @param {any} ui */
function reason(model, move, refused, ui) {
  const lost = lostRace(ui.text, refused, names(model));
  if (lost !== null) return lost;
  if (refused.clause === BEATEN && "pile" in move.args) {
    const taker = model.happened.findLast((each) => ["Placed", "Opened"].includes(each.event) && each.data.pile === move.args.pile);
    if (taker) return ui.say("watai.face.beaten", { name: names(model)[taker.data.seat] });
  }
  return refused.code === "move/illegal" ? brokenRule(ui.text, refused, "watai") : (ui.text.find("refusals")[refused.code] ?? refused.why);
}

/** The last event worth a sentence, while it is news. @param {import("../../state/model.js").Model} model @param {any} ui */
function news(model, ui) {
  const table = /** @type {import("../../state/model.js").Table} */ (model.table);
  const since = (clock(table, performance.now()) - FRESH) * 1000;
  const told = ui.text.find("watai.events");
  const last = model.happened.findLast((each) => each.t < since || told[each.event]);
  if (!last || last.t < since) return "";
  return new Narrator(ui.text, "watai", names(model), ui.kinds.watai, false).tell(last);
}
