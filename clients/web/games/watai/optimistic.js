/**
 * The view as if the player's own pending moves were accepted, so that a play is drawn at once:
 * the twin of clients/cli/games/watai/optimistic.py.
 */
import { landed, shoutsKnown } from "../../state/folds/watai.js";
import { numberOf } from "../../state/folds/ladder.js";
import { faceOf } from "../../text/narrator.js";

const ACCENTS = 16;

/**
 * @typedef {{view: any, piles: Set<number>, slots: Set<number>, stock: boolean, unsaid: number[], slapped: Set<number>}} Optimistic
 * piles: whose top card is not confirmed; slots: where a card of the Dévidoir is still to come; stock: whether its top is
 * about to change; unsaid: numbers the player still has to say (WATAI-V16)
 */

/** A move that no longer fits was overtaken by a rival and is left out. @param {import("../../state/model.js").Model} model @returns {Optimistic} */
export function apply(model) {
  const view = model.table?.view;
  const unsaid = view.owed.filter((/** @type {any} */ each) => each.seat === view.seat).map((/** @type {any} */ each) => each.number);
  const start = { view, piles: new Set(), slots: new Set(), stock: false, unsaid, slapped: new Set() };
  if (view.seat === null) return start;
  const refills = (model.room?.options.refill ?? "auto") === "auto";
  const moves = [...model.pending].sort(([a], [b]) => a - b).map(([, each]) => each.move);
  return moves.reduce((state, move) => after(state, move, refills), start);
}

/** @param {Optimistic} state @param {import("../../state/model.js").Move} move @param {boolean} refills @returns {Optimistic} */
function after(state, move, refills) {
  const { args } = move;
  switch (move.move) {
    case "Open":
    case "Place":
      return laid(state, move, refills);
    case "Turn":
      return { ...state, stock: true };
    case "Fill":
      return { ...state, slots: new Set(state.slots).add(args.slot) };
    case "Slap":
      return { ...state, slapped: new Set(state.slapped).add(args.pile) };
    case "Say": {
      const index = state.unsaid.indexOf(args.number);
      return index < 0 ? state : { ...state, unsaid: state.unsaid.toSpliced(index, 1) };
    }
  }
  return state;
}

/** @param {Optimistic} state @param {import("../../state/model.js").Move} move @param {boolean} refills @returns {Optimistic} */
function laid(state, move, refills) {
  const { view } = state;
  let player = view.players[view.seat];
  const data = event(view, player, move);
  if (!data) return state;
  if (data.slot === null) {
    player = { ...player, waste: player.waste - 1, top: null };
  } else {
    const talon = player.talon - (refills && player.talon > 0 ? 1 : 0);
    player = { ...player, reel: player.reel.with(data.slot, null), talon };
  }
  const then = landed(view, data, move.move === "Open" ? "Opened" : "Placed", player);
  if (!then) return state;
  const number = numberOf(faceOf(data.card));
  return {
    ...state,
    view: shoutsKnown(then, player.seat),
    piles: new Set(state.piles).add(data.pile),
    slots: data.slot === null ? state.slots : new Set(state.slots).add(data.slot),
    stock: state.stock || data.slot === null,
    unsaid: view.variant === ACCENTS && number !== null ? [...state.unsaid, number] : state.unsaid,
  };
}

/** The event that the server will send if it accepts the move; null if it cannot accept it. @param {any} view @param {any} player @param {import("../../state/model.js").Move} move */
function event(view, player, { move, args: { card, pile: number } }) {
  const at = player.reel.indexOf(card);
  if (at < 0 && !(card === player.top && player.playable)) return null;
  const slot = at < 0 ? null : at;
  const shared = { seat: player.seat, card, slot, uncovered: null };
  if (move === "Open") return { ...shared, pile: view.closed + view.piles.length }; // as far as the page knows
  const pile = view.piles.find((/** @type {any} */ each) => each.pile === number);
  if (!pile?.takes.includes(faceOf(card))) return null;
  return { ...shared, pile: pile.pile, height: pile.height, closes: false };
}

/** Piles that the player may slap and has not slapped yet (WATAI-V15). @param {Optimistic} state @returns {number[]} */
export const toSlap = ({ view, slapped, piles }) =>
  view.fresh_tens
    .filter((/** @type {any} */ ten) => !ten.slapped.includes(view.seat) && !slapped.has(ten.pile) && !piles.has(ten.pile))
    .map((/** @type {any} */ ten) => ten.pile);
