/** Waka Tanka: the circle of six tiles with their piles, the pawn, the players, the hand and the last reveal. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { names } from "../state/model.js";
import { picture } from "../parts/pictures.js";
import { style } from "../parts/style.js";
import { CalmFace } from "./calm.js";
import { mark, players } from "./players.js";

style("/style/calm.css");
const TOKENS_TO_WIN = 4;

export class Face extends CalmFace {
  /** @param {import("../state/model.js").Move} move @param {import("../state/model.js").Model} model @param {any} ui */
  paths(move, model, ui) {
    const view = model.table?.view;
    const word = (/** @type {string} */ thing) => String(ui.narrator().word(thing));
    if (move.move === "Lay") return [[layOn(move.args.animal, view, ui), ui.say(`waka_tanka.face.${move.args.card === move.args.animal ? "true_card" : "false_card"}`, { card: word(move.args.card), count: count(view.hand, move.args.card) })]];
    if (move.move === "Incant") return [[ui.say("waka_tanka.face.incant"), ui.say("waka_tanka.face.pile", { animal: word(move.args.animal), count: pile(view, move.args.animal).cards.length })]];
    return [[ui.say("waka_tanka.face.denounce", { name: names(model)[view.last?.seat] ?? "" })]];
  }

  /** @param {import("../state/model.js").Model} model @param {any} ui */
  board(model, ui) {
    const view = model.table?.view;
    return html`
      <div class="tiles">${view.piles.map((/** @type {any} */ each) => this.#tile(each, model, ui))}</div>
      ${last(model, ui)}
      ${players(model, ui, (seat) => html`${ui.say("waka_tanka.face.in_hand", { count: view.hands[seat] })} <span class="tokens-won" role="img" aria-label=${`${view.tokens[seat]} / ${TOKENS_TO_WIN}`}>${"●".repeat(view.tokens[seat])}${"○".repeat(Math.max(0, TOKENS_TO_WIN - view.tokens[seat]))}</span>`)}
    `;
  }

  /** @param {import("../state/model.js").Model} model @param {any} ui */
  hand(model, ui) {
    const view = model.table?.view;
    return view.seat === null ? nothing : hand(view, whose(model, ui), ui);
  }

  /** @param {any} each @param {import("../state/model.js").Model} model @param {any} ui */
  #tile(each, model, ui) {
    const view = model.table?.view;
    const word = (/** @type {string} */ thing) => ui.narrator().word(thing);
    const own = kinds(each.cards.map((/** @type {any} */ card) => card.card).filter((/** @type {string | null} */ card) => card !== null));
    const content = html`
      <span class="title">${picture(each.animal)}<b>${word(each.animal)}</b></span>
      ${each.animal === view.pawn ? html`<span class="pawn">${ui.say("waka_tanka.face.pawn")}</span>` : nothing}
      <span class="label">${ui.text.count("waka_tanka.face.cards", each.cards.length)}</span>
      <span class="tokens">${each.cards.map((/** @type {any} */ card) => mark(card.layer))}</span>
      ${own.map(([kind, number]) => html`<span class="own">${picture(kind)} ${number}</span>`)}
    `;
    const incant = ui.say("waka_tanka.face.pile", { animal: String(word(each.animal)), count: each.cards.length });
    const words = this.said[0] === ui.say("waka_tanka.face.incant") ? incant : layOn(each.animal, view, ui);
    return this.spot(words, content, `tile ${each.animal === view.pawn ? "now" : ""}`, model, ui);
  }

  /** @param {import("../state/model.js").Model} model @param {any} ui @returns {[string, string][]} */
  scores(model, ui) {
    const { view } = /** @type {any} */ (model.table);
    const seats = view.hands.map((/** @type {number} */ _, /** @type {number} */ seat) => seat);
    const worth = (/** @type {number} */ seat) => [Number(!view.outcome.winners.includes(seat)), -view.tokens[seat], view.hands[seat]];
    seats.sort((/** @type {number} */ a, /** @type {number} */ b) => worth(a).map((each, place) => each - worth(b)[place]).find(Boolean) ?? 0);
    return seats.map((/** @type {number} */ seat) => [names(model)[seat], `${ui.say("waka_tanka.face.in_hand", { count: view.hands[seat] })} ${"●".repeat(view.tokens[seat])}`]);
  }
}

/** The step that lays a card on this tile; undefined if the pawn cannot go there. @param {string} animal @param {any} view @param {any} ui */
function layOn(animal, view, ui) {
  const circle = view.piles.map((/** @type {any} */ each) => each.animal);
  const way = (circle.indexOf(animal) - circle.indexOf(view.pawn) + circle.length) % circle.length;
  const side = way === 1 ? "lay_right" : way === circle.length - 1 ? "lay_left" : undefined;
  return side && ui.say(`waka_tanka.face.${side}`, { animal: String(ui.narrator().word(animal)) });
}

/** Whose hand it is; in a film anybody's. @param {import("../state/model.js").Model} model @param {any} ui */
const whose = (model, ui) => (model.table?.seat === null ? names(model)[model.table.view.seat] : ui.say("waka_tanka.face.hand"));

/** @param {any} view @param {string} label @param {any} ui */
const hand = (view, label, ui) => html`<p class="own-hand"><span class="label">${label}</span> ${kinds(view.hand).map(([kind, number]) => html`<span class="held">${picture(kind)}${ui.narrator().word(kind)}${number > 1 ? html` <b>× ${number}</b>` : nothing}</span>`)}</p>`;

/** What was played last: the card to believe or to denounce, or the revealed cards of a pile. @param {import("../state/model.js").Model} model @param {any} ui */
function last(model, ui) {
  const told = model.table?.view.last;
  if (!told) return nothing;
  const word = (/** @type {string} */ thing) => String(ui.narrator().word(thing));
  const how = !told.revealed.length ? "laid" : told.taker === null ? "gone" : "taken";
  const values = { name: names(model)[told.seat], animal: word(told.animal), cards: told.revealed.map(word).join(", "), taker: names(model)[told.taker] ?? "" };
  return html`<p class="drawn">${ui.say(`waka_tanka.face.${how}`, values)}</p>`;
}

/** @param {any} view @param {string} animal */
const pile = (view, animal) => view.piles.find((/** @type {any} */ each) => each.animal === animal);

/** @param {string[]} cards @param {string} kind */
const count = (cards, kind) => cards.filter((each) => each === kind).length;

/** Cards by kind. @param {string[]} cards @returns {[string, number][]} */
const kinds = (cards) => [...new Set(cards)].map((kind) => [kind, count(cards, kind)]);
