/** Duel der Schamanen: nine cells with the stones of both sides, shells, masks and the last duel. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { names } from "../state/model.js";
import { picture } from "../parts/pictures.js";
import { style } from "../parts/style.js";
import { CalmFace } from "./calm.js";
import { players } from "./players.js";

style("/style/calm.css");
const SIDES = ["bison", "wolf"];
const BISON = 0;

export class Face extends CalmFace {
  /** @param {import("../state/model.js").Move} move @param {import("../state/model.js").Model} model @param {any} ui */
  paths(move, model, ui) {
    const { args } = move;
    const view = model.table?.view;
    switch (move.move) {
      case "Place":
        return [[...(view.variant === "professional" ? [owner(args.owner, ui)] : []), stone(args.stone, ui), cell(args.row, args.column, ui)]];
      case "Choose":
        return [[mask(args.mask, model.table?.seat ?? BISON, ui)]];
      case "Exchange":
        return orders([[cell(args.row, args.column, ui)], [cell(args.other_row, args.other_column, ui)]]);
      case "Trade":
        return orders([found(view, args.owner, args.stone, ui), found(view, args.other_owner, args.other_stone, ui)]);
      default:
        return super.paths(move, model, ui);
    }
  }

  /** @param {import("../state/model.js").Model} model @param {any} ui */
  board(model, ui) {
    const view = model.table?.view;
    const seat = model.table?.seat;
    const head = (/** @type {number} */ side, /** @type {number} */ number) =>
      this.spot(seat === side ? mask(number, side, ui) : undefined, html`${picture(SIDES[side])}${number}`, `head ${SIDES[side]}`, model, ui);
    return html`
      <div class="duel">
        <span class="corner"></span>${[1, 2, 3].map((column) => head(1, column))}
        ${[1, 2, 3].map((row) => html`${head(BISON, row)}${view.cells.filter((/** @type {any} */ each) => each.row === row).map((/** @type {any} */ each) => this.#cell(each, model, ui))}`)}
      </div>
      ${fight(model, ui)}
      ${players(model, ui, (side) => this.#shaman(side, model, ui))}
    `;
  }

  /** @param {any} each @param {import("../state/model.js").Model} model @param {any} ui */
  #cell(each, model, ui) {
    const view = model.table?.view;
    const fought = view.last !== null && view.last.row === each.row && view.last.column === each.column;
    const shown = (/** @type {string} */ side) => (fought && view.variant === "memory" ? [view.last[side]] : each[side]);
    const content = html`${SIDES.map((side) => html`<span class="stones ${side}">${picture(side)}<span class="unseen">${ui.narrator().word(side)}</span>${shown(side).length ? shown(side).map((/** @type {number | null} */ value) => html`<span class="stone">${value ?? "?"}</span>`) : html`<span class="stone none">·</span>`}</span>`)}${fought ? html`<span class="label">${ui.say("duel.face.fought")}</span>` : nothing}`;
    return this.spot(cell(each.row, each.column, ui), content, `cell ${fought ? "now" : ""}`, model, ui);
  }

  /** What a shaman has: shells, stones still to place, the mask. @param {number} side @param {import("../state/model.js").Model} model @param {any} ui */
  #shaman(side, model, ui) {
    const view = model.table?.view;
    const stones = view.hands[side];
    const masks = model.table?.prompts.some((each) => each.ask === "mask");
    return html`
      ${picture(SIDES[side])} ${ui.narrator().word(SIDES[side])}, ${ui.say(`duel.face.${side === BISON ? "row" : "column"}`)} ·
      ${ui.say("duel.face.shells")} <b>${view.shells[side]}</b>
      ${stones.length ? html`<span class="to-place">${ui.say("duel.face.to_place")} ${stones.map((/** @type {number | null} */ value) => this.#toPlace(value, side, model, ui))}</span>` : nothing}
      ${!stones.length && masks ? html` · ${ui.say("duel.face.mask")}: ${chosen(side, view, ui)}` : nothing}
    `;
  }

  /** @param {number | null} value @param {number} side @param {import("../state/model.js").Model} model @param {any} ui */
  #toPlace(value, side, model, ui) {
    const said = model.table?.view.variant === "professional" ? this.said[0] === owner(side, ui) : side === model.table?.seat;
    return this.spot(value !== null && said ? stone(value, ui) : undefined, html`${value ?? "?"}`, "stone", model, ui);
  }

  /** @param {import("../state/model.js").Model} model @param {any} ui @returns {[string, string][]} */
  scores(model, ui) {
    const { shells } = model.table?.view;
    const sides = shells[1] > shells[0] ? [1, 0] : [0, 1];
    return sides.map((side) => [names(model)[side], ui.text.count("duel.face.score", shells[side])]);
  }
}

/** @param {number} row @param {number} column @param {any} ui */
const cell = (row, column, ui) => ui.say("duel.face.cell", { row, column });

/** @param {number} value @param {any} ui */
const stone = (value, ui) => ui.say("duel.face.stone", { stone: value });

/** @param {number} side @param {any} ui */
const owner = (side, ui) => ui.say("duel.face.stone_of", { side: ui.narrator().word(SIDES[side]) });

/** @param {number} number @param {number} side @param {any} ui */
const mask = (number, side, ui) => ui.say(`duel.face.mask_${side === BISON ? "row" : "column"}`, { mask: number });

/** The steps that name a stone on the board: its cell, whose it is, its number. @param {any} view @param {number} side @param {number} value @param {any} ui */
function found(view, side, value, ui) {
  const place = view.cells.find((/** @type {any} */ each) => each[SIDES[side]].includes(value));
  return [cell(place.row, place.column, ui), owner(side, ui), stone(value, ui)];
}

/** Two things in either order. @param {string[][]} two @returns {string[][]} */
const orders = ([one, other]) => [[...one, ...other], [...other, ...one]];

/** @param {number} side @param {any} view @param {any} ui */
function chosen(side, view, ui) {
  if (!view.chosen.includes(side)) return ui.say("duel.face.mask_open");
  return side === view.seat ? ui.say("duel.face.mask_own", { mask: view.mask }) : ui.say("duel.face.mask_chosen");
}

/** The last duel, and what it cost. @param {import("../state/model.js").Model} model @param {any} ui */
function fight(model, ui) {
  const { last } = model.table?.view;
  if (!last) return nothing;
  const lead = Math.abs(last.bison - last.wolf);
  const how = last.bison === last.wolf ? "balanced" : last.bison > last.wolf ? "bison_wins" : "wolf_wins";
  return html`<p class="drawn">${ui.say("duel.face.duel", last)}. ${ui.say(`duel.face.${how}`, { ...last, lead })}.</p>`;
}
