/** The rivals: name, distance, Talon, points, and their open cards. */
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { names } from "../../state/model.js";
import { distance } from "../../screens/room.js";
import { tap } from "../../parts/tap.js";
import { classes, face, lying } from "./cards.js";

const MANY = 3; // more rivals than that have no room for cards on a phone

/** @param {import("./face.js").Face} table @param {import("../../state/model.js").Model} model @param {import("./optimistic.js").Optimistic} state @param {any} ui */
export function rivals(table, model, state, ui) {
  const { view } = state;
  const calls = view.seat === null ? [] : table.control.calls(state);
  const others = view.players.filter((/** @type {any} */ player) => player.seat !== view.seat);
  return html`<ul class="rivals ${others.length > MANY ? "many" : ""}" data-count=${others.length} aria-label=${ui.say("web.watai.rivals")}>${others.map((/** @type {any} */ player) => rival(table, model, view, player, calls, ui))}</ul>`;
}

/** @param {import("./face.js").Face} table @param {import("../../state/model.js").Model} model @param {any} view @param {any} player @param {{player: number, card: string}[]} calls @param {any} ui */
function rival(table, model, view, player, calls, ui) {
  const state = model.room.seats[player.seat];
  const narrator = ui.narrator();
  const card = (/** @type {string | null} */ each, kind = "") => {
    const place = calls.findIndex((call) => call.player === player.seat && call.card === each);
    if (each === null || place < 0) return lying(each, ui, `mini ${kind}`);
    const act = tap((event) => table.callCard(calls[place], event));
    return html`<button type="button" class="${classes(each)} mini callable" aria-label=${narrator.card(each)} @pointerdown=${act} @click=${act}>${face(each, ui)}<kbd>${(place + 1) % 10}</kbd></button>`;
  };
  const leads = player.seat === view.leader;
  return html`
    <li class="rival back-${player.backs[0]} ${player.may_shout ? "near" : ""} ${state?.here === false ? "away" : ""}">
      <span class="who">${leads ? html`<span class="leads" title=${ui.say("web.watai.leads")} aria-label=${ui.say("web.watai.leads")}>★</span>` : nothing}<b>${names(model)[player.seat]}</b>${distance(model, player.seat)}</span>
      <span class="tallies"><span class="talon" aria-label=${ui.say("watai.face.my_talon", { count: player.talon })}>${player.talon}${player.may_shout ? "!" : ""}</span><span class="total">${player.total}${player.penalties ? html` <span class="fines">−${player.penalties}</span>` : nothing}</span></span>
      <span class="cards">${player.reel.map((/** @type {string | null} */ each) => card(each))}${card(player.top, player.playable ? "stock" : "stock covered")}</span>
    </li>
  `;
}
