/** The player's own side: the Dévidoir with a key for each card, the Stock, the Talon, and the shout. */
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { names } from "../../state/model.js";
import { tap } from "../../parts/tap.js";
import { classes, face } from "./cards.js";
import { fits, isFrozen } from "./fits.js";

const OTHER_HAND = 1; // WATAI-V1

/** @param {import("./face.js").Face} table @param {import("./optimistic.js").Optimistic} state @param {any} ui @param {string | null} lost the card that has just come back */
export function hand(table, state, ui, lost) {
  const { view } = state;
  if (view.seat === null || view.phase === "over") return nothing;
  const me = view.players[view.seat];
  const racing = view.phase === "race" && !isFrozen(view);
  const where = racing ? fits(view) : new Map();
  const narrator = ui.narrator();
  const cell = (/** @type {string} */ command, /** @type {string | null} */ card, /** @type {boolean} */ coming) => {
    const fit = card === null ? undefined : where.get(card);
    const below = fit ? (fit.opens ? ui.say("watai.face.opens") : `▸${fit.piles.join(" ")}`) : "";
    const act = tap((event) => table.command(command, event));
    if (card === null) return hole(table, ui, command, coming, racing && me.talon > 0 && command.startsWith("card"), act);
    const kind = [fit ? "fits" : "", table.control.selected === card ? "selected" : "", lost === card ? "came-back" : ""].join(" ");
    const label = below ? `${narrator.card(card)}: ${below}` : narrator.card(card);
    return html`
      <li class="cell">
        <button type="button" class="${classes(card)} ${kind}" aria-label=${label} aria-pressed=${table.control.selected === card} @pointerdown=${act} @click=${act}>${face(card, ui)}</button>
        <span class="below" aria-hidden="true"><kbd>${table.label(command)}</kbd> ${fit?.opens ? html`<span class="narrow">▸+</span><span class="wide">${below}</span>` : below}</span>
      </li>
    `;
  };
  const turn = tap((event) => table.command("turn", event));
  const does = me.stock ? ui.say("watai.face.turn") : ui.say("watai.face.gather");
  const waste = me.top !== null && !me.playable && !state.stock;
  return html`
    <div class="mine">
      <p class="status">
        <b class="own-name">${names(ui.model)[view.seat]}</b>
        <b class="talon ${me.talon ? "" : "none"}">${ui.say("watai.face.my_talon", { count: me.talon })}</b>
        <span>${ui.text.count("watai.face.my_laid", me.laid)}</span>
        <span>${ui.text.count("watai.face.my_points", me.total, { target: view.target })}</span>
        ${me.penalties ? html`<span class="fines">${ui.say("watai.face.my_fines", { fines: me.penalties })}</span>` : nothing}
      </p>
      <ol class="hand ${view.variant === OTHER_HAND ? "mirrored" : ""}" aria-label=${ui.say("web.watai.hand")}>
        ${me.reel.map((/** @type {string | null} */ card, /** @type {number} */ slot) => cell(`card.${slot}`, card, state.slots.has(slot)))}
        ${waste ? html`<li class="cell"><span class="${classes(me.top)} covered">${face(me.top, ui)}</span><span class="below">${ui.say("watai.face.stock")}</span></li>` : cell("stock", me.top, state.stock)}
        <li class="cell">
          <button type="button" class="card back back-${me.backs[0]} ${state.stock ? "unsure" : ""}" ?disabled=${!racing || (!me.stock && !me.waste)} aria-label=${`${does}, ${me.stock}`} @pointerdown=${turn} @click=${turn}>
            <span class="count" aria-hidden="true">${me.stock}</span>
          </button>
          <span class="below" aria-hidden="true"><kbd>${table.label("turn")}</kbd> ${does}</span>
        </li>
      </ol>
    </div>
  `;
}

/** A place without a card: it waits for one, can be filled, or stays empty. @param {import("./face.js").Face} table @param {any} ui @param {string} command @param {boolean} coming @param {boolean} fills @param {object} act */
function hole(table, ui, command, coming, fills, act) {
  if (fills && !coming) {
    return html`<li class="cell"><button type="button" class="card hole fills" aria-label=${ui.say("watai.face.fill")} @pointerdown=${act} @click=${act}></button><span class="below" aria-hidden="true"><kbd>${table.label(command)}</kbd> ${ui.say("watai.face.fill")}</span></li>`;
  }
  return html`<li class="cell"><span class="card hole ${coming ? "unsure" : ""}"></span><span class="below">${command === "stock" ? ui.say("watai.face.stock") : ""}</span></li>`;
}

/** Shout, slap, say, call: what a race has beside laying cards. @param {import("./face.js").Face} table @param {import("./optimistic.js").Optimistic} state @param {any} ui @param {boolean} calls */
export function actions(table, state, ui, calls) {
  const { view } = state;
  if (view.seat === null || view.phase !== "race") return nothing;
  const me = view.players[view.seat];
  const button = (/** @type {string} */ command, /** @type {string} */ words, kind = "") => {
    const act = tap((event) => table.command(command, event));
    return html`<button type="button" class="act ${kind}" ?disabled=${isFrozen(view)} @pointerdown=${act} @click=${act}>${words} <kbd>${table.label(command)}</kbd></button>`;
  };
  return html`
    <div class="acts">
      ${button("shout", ui.say("watai.moves.Shout"), me.may_shout ? "now" : table.control.warned ? "warned" : "")}
      ${state.unsaid.length ? button("say", ui.say("watai.face.say_now", { word: table.numberWord(me.accent, state.unsaid[0]) }), "now") : nothing}
      ${calls ? button("call", ui.text.label("watai.moves.Call"), table.control.calling ? "now" : "") : nothing}
    </div>
  `;
}
