/** The face of Wataï: draws the table, and turns keys and taps into moves. One tap or one key lays a card. */
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { keepFocus } from "../../parts/tap.js";
import { arena } from "./arena.js";
import { answerMoves, before } from "./before.js";
import { Control } from "./control.js";
import { isFrozen } from "./fits.js";
import { actions, hand } from "./hand.js";
import { keymap, label } from "./keys.js";
import { banner, lostPlay, note, takenBack } from "./notes.js";
import { apply } from "./optimistic.js";
import { raceLog } from "./races.js";
import { rivals } from "./rivals.js";
import { announce } from "../../parts/spoken.js";
import { ACCENTS } from "./accents.js";

const FIRST_NUMBER = 2;

export class Face {
  constructor() {
    this.control = new Control();
    /** @type {any} */
    this.ui = null;
    /** @type {Map<string, string>} */
    this.map = new Map();
  }

  /** @param {import("../../state/model.js").Model} model @param {any} ui */
  table(model, ui) {
    this.ui = ui;
    const { view } = /** @type {any} */ (model.table);
    this.map = keymap(ui.settings.layout, view.variant);
    const state = apply(model);
    const racing = view.phase === "race";
    const lost = lostPlay(model);
    const [kind, words] = racing ? note(this, model, state, ui) : ["", ""];
    const calls = model.room?.options.refusal !== "off";
    return html`
      <div class="watai ${racing ? "racing" : ""} ${isFrozen(view) ? "is-frozen" : ""}" @mousedown=${keepFocus}>
        ${banner(model, ui)} ${rivals(this, model, state, ui)}
        ${racing ? arena(this, model, state, ui) : before(this, model, ui)}
        <div class="lower">
          <p class="say ${kind}">${words}</p>
          ${hand(this, state, ui, lost?.move.args.card ?? null)} ${actions(this, state, ui, calls)}
        </div>
        <div class="side">${raceLog(model, ui)}</div>
      </div>
    `;
  }

  /** @param {KeyboardEvent} event @param {import("../../state/model.js").Model} model @param {any} ui */
  press(event, model, ui) {
    const view = model.table?.view;
    if (!view || view.seat === null) return false;
    if (view.phase !== "race") return this.#answer(event, model, ui);
    const command = this.map.get(event.key.length > 1 ? event.key : event.key.toLowerCase());
    if (!command || (command === "call" && model.room?.options.refusal === "off")) return false;
    this.command(command, event);
    return true;
  }

  /** Say Go, name a player, pick an accent. @param {KeyboardEvent} event @param {import("../../state/model.js").Model} model @param {any} ui */
  #answer(event, model, ui) {
    const moves = answerMoves(model);
    const go = moves[0]?.move === "Go" && [" ", "Enter"].includes(event.key);
    const digit = this.map.get(event.key)?.match(/^pile\.(\d)/);
    const move = go ? moves[0] : moves[digit ? Number(digit[1]) - 1 : -1];
    if (!move) return false;
    ui.play(move, event);
    return true;
  }

  /** @param {string} command @param {Event} event */
  command(command, event) {
    this.#carryOut((state) => this.control.do(command, state), event);
  }

  /** @param {number} number @param {Event} event */
  pile(number, event) {
    this.#carryOut((state) => this.control.pile(number, state), event);
  }

  /** @param {{player: number, card: string}} call @param {Event} event */
  callCard(call, event) {
    this.control.calling = false;
    this.ui.play({ move: "Call", args: call }, event);
  }

  /** @param {(state: import("./optimistic.js").Optimistic) => any} choose @param {Event} event */
  #carryOut(choose, event) {
    const state = apply(this.ui.model);
    if (state.view.seat === null || state.view.phase !== "race" || isFrozen(state.view)) return;
    const move = choose(state);
    if (move) this.ui.play(move, event);
    this.ui.change();
  }

  /** A play came back: the note says why, and the card shakes. @param {any} move @param {any} refused @param {import("../../state/model.js").Model} model @param {any} ui */
  refused(move, refused, model, ui) {
    if (model.table?.view.phase !== "race") return false;
    announce(takenBack(model, { move, refused }, ui));
    return true;
  }

  /** The key of a command. @param {string} command */
  label(command) {
    return label(this.map, command);
  }

  /** The key that lays this card. @param {string} card @param {any} view */
  keyOf(card, view) {
    const slot = view.players[view.seat].reel.indexOf(card);
    return this.label(slot < 0 ? "stock" : `card.${slot}`);
  }

  /** A number said in a language (WATAI-V16). @param {string | null} accent @param {number} number */
  numberWord(accent, number) {
    return ACCENTS[/** @type {"en"} */ (accent ?? "en")][number - FIRST_NUMBER];
  }

  /** @param {any} ui @returns {[string, string][]} */
  keys(ui) {
    if (!this.map.size) this.map = keymap(ui.settings.layout, 0); // no table was drawn yet
    const cards = [0, 1, 2, 3, 4, 5].map((slot) => this.label(`card.${slot}`)).join(" ");
    const rows = ["stock", "turn", "shout", "slap", "say", "call"].map((command) => /** @type {[string, string]} */ ([this.label(command), ui.say(`watai.keys.${command}`)]));
    return [[cards, ui.say("watai.keys.card.number")], ...rows, ["1 … 0", ui.say("watai.keys.pile.number")]];
  }
}
