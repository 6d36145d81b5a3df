/** Waka Waka: boats, orders, the players with gold and goods, the Village, the Fire and the hand. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { names } from "../state/model.js";
import { picture } from "../parts/pictures.js";
import { style } from "../parts/style.js";
import { CalmFace } from "./calm.js";
import { mark, players } from "./players.js";

style("/style/calm.css");
const GOODS = ["fruit", "hides", "salt", "tea", "cloth", "jewel"];
const SLOTS = 3;

export class Face extends CalmFace {
  /** @param {import("../state/model.js").Move} move @param {import("../state/model.js").Model} model @param {any} ui */
  paths(move, model, ui) {
    const { args } = move;
    const say = (/** @type {string} */ name, /** @type {object} */ values = {}) => ui.say(`waka_waka.face.${name}`, values);
    const word = (/** @type {string} */ thing) => String(ui.narrator().word(thing));
    switch (move.move) {
      case "PlayFaceDown":
        return [[say("face_down"), args.cards.map(word).join(", ")]];
      case "Rise":
        return [[say("rise"), args.goods.map(word).join(", ")]];
      case "Peek":
        return [[say("boat", { boat: args.boat }), args.cells.map((/** @type {number} */ each) => say("cell", { cell: each })).join(", ")]];
      case "Resupply":
        return [[say("supply", { cards: args.cards, gold: SLOTS - model.table?.view.slots.length - args.cards })]];
      case "Exchange":
        return [[say("give", { good: word(args.give) }), say("take", { good: word(args.take) })]];
      default:
        return super.paths(move, model, ui);
    }
  }

  /** @param {import("../state/model.js").Model} model @param {any} ui */
  board(model, ui) {
    const view = model.table?.view;
    const has = (/** @type {number} */ seat) => html`${ui.say("waka_waka.face.wealth", view.players[seat])} ${goods(view.players[seat].stock, ui)}`;
    return html`
      <div class="harbour">
        <div class="boats">${view.boats.map((/** @type {any} */ boat, /** @type {number} */ index) => this.#boat(boat, index + 1, model, ui))}</div>
        ${orders(model, ui)}
      </div>
      <p class="drawn">${turn(model, ui)}</p>
      ${players(model, ui, has)}
      <p class="village"><span class="label">${ui.say("waka_waka.face.village")}</span> ${goods(view.village, ui)} <span class="quiet">${ui.say(`waka_waka.face.${view.lit ? "lit" : "out"}`)} · ${ui.say("waka_waka.face.piles", view)}</span></p>
    `;
  }

  /** The player's hand; and another's, while the player looks at it. @param {import("../state/model.js").Model} model @param {any} ui */
  hand(model, ui) {
    const view = model.table?.view;
    if (view.seat === null && !view.shown.length) return nothing;
    return html`
      ${view.shown.length ? html`<p class="own-hand"><span class="label">${ui.say("waka_waka.face.their_hand", { name: names(model)[view.visited.at(-1)] })}</span> ${this.#cards(view.shown, "Borrow", model, ui)}</p>` : nothing}
      ${view.seat === null ? nothing : html`<p class="own-hand"><span class="label">${model.table?.seat === null ? ui.say("waka_waka.face.their_hand", { name: names(model)[view.seat] }) : ui.say("waka_waka.face.hand")}</span> ${this.#cards(view.hand, view.asked.some((/** @type {any} */ each) => each.seat === view.seat && each.ask !== "turn") ? "Discard" : "Play", model, ui)}</p>`}
    `;
  }

  /** @param {any} boat @param {number} number @param {import("../state/model.js").Model} model @param {any} ui */
  #boat(boat, number, model, ui) {
    const price = ui.say("waka_waka.face.price", { boat: number, price: boat.price });
    const cells = boat.cells.map((/** @type {string | null} */ good) => (good === null ? html`<span class="good hidden">?</span>` : html`<span class="good">${picture(good)}${ui.narrator().word(good)}</span>`));
    const content = html`<span class="title">${price}</span><span class="goods">${cells.length ? cells : ui.say("waka_waka.face.sold")}</span>`;
    const peek = ui.say("waka_waka.face.boat", { boat: number });
    const words = model.table?.moves.some((each) => each.move === "Peek") ? peek : ui.narrator().offer({ move: "Buy", args: { boat: number } });
    return this.spot(words, content, "boat", model, ui);
  }

  /** Cards, each a button while it can be played, used or discarded. @param {string[]} cards @param {string} move @param {import("../state/model.js").Model} model @param {any} ui */
  #cards(cards, move, model, ui) {
    const kinds = [...new Set(cards)].map((card) => ({ card, count: cards.filter((each) => each === card).length }));
    return kinds.map(({ card, count }) => {
      const content = html`<b>${ui.narrator().word(card)}${count > 1 ? html` × ${count}` : nothing}</b><small>${ui.text.find(`waka_waka.face.does.${card}`) ?? ""}</small>`;
      return this.spot(ui.narrator().offer({ move, args: { card } }), content, "playing-card", model, ui);
    });
  }

  /** @param {import("../state/model.js").Model} model @param {any} ui @returns {[string, string][]} */
  scores(model, ui) {
    const { players: all, outcome } = model.table?.view;
    const winners = outcome?.winners ?? [];
    const worth = (/** @type {any} */ each) => [Number(!winners.includes(each.seat)), -each.status, -each.gold];
    const sorted = [...all].sort((a, b) => worth(a).map((each, place) => each - worth(b)[place]).find(Boolean) ?? 0);
    return sorted.map((each) => [names(model)[each.seat], ui.say("waka_waka.face.score", each)]);
  }
}

/** Goods by kind, in the order of the rules. @param {string[]} all @param {any} ui */
function goods(all, ui) {
  const kinds = GOODS.filter((good) => all.includes(good));
  if (!kinds.length) return html`<span class="quiet">–</span>`;
  return kinds.map((good) => html`<span class="good">${picture(good)}${ui.narrator().word(good)}${all.filter((each) => each === good).length > 1 ? html` <b>× ${all.filter((each) => each === good).length}</b>` : nothing}</span> `);
}

/** What this turn has seen so far. @param {import("../state/model.js").Model} model @param {any} ui */
function turn(model, ui) {
  const view = model.table?.view;
  const name = names(model)[view.active];
  const word = (/** @type {string} */ thing) => String(ui.narrator().word(thing));
  if (view.offered !== null) return ui.say("waka_waka.face.offered", { name, card: word(view.offered) });
  if (view.discarded) return ui.say("waka_waka.face.discarded", { count: view.discarded });
  return `${ui.say("waka_waka.face.played", { name })} ${view.slots.map(word).join(", ") || "–"}`;
}

/** What each level asks for, and who stands on it. @param {import("../state/model.js").Model} model @param {any} ui */
function orders(model, ui) {
  const view = model.table?.view;
  const mine = view.seat === null ? undefined : view.players[view.seat].status + 1;
  const levels = view.orders.map((/** @type {string} */ order, /** @type {number} */ index) => ({ order, level: index + 1 })).reverse();
  return html`
    <div class="orders"><p class="label">${ui.say(`waka_waka.face.${view.last_round ? "last_round" : "orders"}`)}</p>
      <ol>${levels.map((/** @type {any} */ { order, level }) => html`<li class=${level === mine ? "now" : ""}><b>${level}</b> <span>${asks(order, ui)}</span> ${view.players.filter((/** @type {any} */ each) => each.status === level).map((/** @type {any} */ each) => mark(each.seat))}</li>`)}</ol>
    </div>
  `;
}

/** An order in words: capitals are goods, small letters kinds of the player's choice. @param {string} order @param {any} ui */
function asks(order, ui) {
  const letters = [...order];
  const named = letters.filter((each) => each === each.toUpperCase()).map((letter) => GOODS.find((good) => good[0].toUpperCase() === letter) ?? letter);
  const free = letters.filter((each) => each !== each.toUpperCase());
  const counts = [...new Set(free)].map((letter) => free.filter((each) => each === letter).length).sort((a, b) => b - a);
  const choice = !counts.length ? nothing : counts[0] > 1 ? ui.say("waka_waka.face.alike", { count: counts.join(" + ") }) : counts.length === 1 ? ui.say("waka_waka.face.any") : ui.say("waka_waka.face.different", { count: counts.length });
  return html`${named.length ? goods(named, ui) : nothing}${choice}`;
}
