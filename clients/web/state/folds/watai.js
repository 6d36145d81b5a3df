/**
 * How events of a race change a view of Wataï: the twin of clients/state/folds/watai.py.
 * After the end of a round, a deal or dice the page asks for a view. For an event that does not fit the view,
 * which may be out of date while a new one is on its way, the fold returns null.
 */
import { faceOf } from "../../text/narrator.js";
import { numberOf, takes } from "./ladder.js";

const LAST_SHOUT = 3000; // ms that a shout has after no card fits any more (WATAI-18)
const SLAPS = 15; // WATAI-V15
const ACCENTS = 16; // WATAI-V16
const SLAPPED_NUMBER = 10;

/** The view after the event, as the server would show it; null if view and event do not tell. @param {any} view @param {{event: string, data: any}} happened */
export function fold(view, { event, data }) {
  const change = CHANGES[event];
  return change ? change(view, data, event) : null;
}

/** The view after a card was laid on a pile; `player` is its player's side afterwards. @param {any} view @param {any} data @param {string} event @param {any} player */
export function landed(view, data, event, player) {
  const piles = pilesAfter(view, data, event);
  if (piles === null) return null;
  const players = put(view.players, player).map((each) =>
    each.backs.includes(data.card[0]) ? { ...each, laid: each.laid + 1 } : each,
  );
  const closed = view.closed + (event === "Placed" && data.closes ? 1 : 0);
  const fresh_tens = view.variant === SLAPS ? freshTens(view, data) : view.fresh_tens;
  return { ...view, players, piles, closed, fresh_tens };
}

/** The view with every player's right to shout recomputed, after this player's cards changed. @param {any} view @param {number} emptied */
export function shoutsKnown(view, emptied) {
  if (view.players[emptied].talon) return view; // no right to shout changes while this Talon has cards
  return { ...view, players: view.players.map((/** @type {any} */ each) => ({ ...each, may_shout: mayShout(view, each) })) };
}

/** WATAI-15, V7 and V11. @param {any} view @param {any} player */
function mayShout(view, player) {
  if (player.talon) return false;
  if (view.variant === 7) return !player.reel.some(Boolean);
  if (view.variant === 11) return view.players.filter((/** @type {any} */ each) => !each.talon).length >= 2;
  return true;
}

/** @param {any} view @param {any} data @param {string} event */
function lay(view, data, event) {
  if (view.variant === ACCENTS && numberOf(faceOf(data.card)) !== null) return null; // the event does not say until when its number may be said
  let player = view.players[data.seat];
  if (data.slot === null) {
    player = { ...player, waste: player.waste - 1, top: data.uncovered };
  } else {
    const talon = player.talon - (data.uncovered === null ? 0 : 1);
    player = { ...player, reel: player.reel.with(data.slot, data.uncovered), talon };
  }
  const after = landed(view, data, event, player);
  return after && shoutsKnown(after, data.seat);
}

/** @param {any} view @param {any} data @param {string} event */
function pilesAfter(view, data, event) {
  const next = takes(view.variant, view.players.length, faceOf(data.card));
  if (event === "Opened") return [...view.piles, { pile: data.pile, top: data.card, height: 1, takes: next }];
  if (!view.piles.some((/** @type {any} */ pile) => pile.pile === data.pile)) return null;
  const higher = { pile: data.pile, top: data.card, height: data.height + 1, takes: next };
  return view.piles
    .filter((/** @type {any} */ pile) => pile.pile !== data.pile || !data.closes)
    .map((/** @type {any} */ pile) => (pile.pile === data.pile ? higher : pile));
}

/** @param {any} view @param {any} data */
function freshTens(view, data) {
  const others = view.fresh_tens.filter((/** @type {any} */ ten) => ten.pile !== data.pile);
  return numberOf(faceOf(data.card)) === SLAPPED_NUMBER ? [...others, { pile: data.pile, slapped: [] }] : others;
}

/** Remove the player's oldest debt of this number. @param {any} view @param {any} data */
function settle(view, data) {
  const index = view.owed.findIndex((/** @type {any} */ each) => each.seat === data.seat && each.number === data.number);
  return index < 0 ? null : { ...view, owed: view.owed.toSpliced(index, 1) };
}

/** @param {any} view @param {number} seat @param {any} changes */
const side = (view, seat, changes) => ({ ...view, players: put(view.players, { ...view.players[seat], ...changes }) });

/** @param {any[]} players @param {any} player */
const put = (players, player) => players.map((each) => (each.seat === player.seat ? player : each));

/** @param {any} view @param {number} seat @param {number} points */
const fine = (view, seat, points) => side(view, seat, { penalties: view.players[seat].penalties + points });

/** @type {{[event: string]: (view: any, data: any, event: string) => any}} */
const CHANGES = {
  Opened: lay,
  Placed: lay,
  Turned: (view, { seat, count, top, playable }) => {
    const { stock, waste } = view.players[seat];
    return side(view, seat, { stock: stock - count, waste: waste + count, top, playable });
  },
  Gathered: (view, { seat, count }) => side(view, seat, { stock: count, waste: 0, top: null, playable: false }),
  Filled: (view, { seat, slot, card }) => {
    const { reel, talon } = view.players[seat];
    return shoutsKnown(side(view, seat, { reel: reel.with(slot, card), talon: talon - 1 }), seat);
  },
  Frozen: (view, { seat, until }) => ({
    // the Extra Stop was turned with the others, and is set aside
    ...side(view, seat, { waste: view.players[seat].waste - 1 }),
    frozen_until: until,
    until: view.until === null ? null : until + LAST_SHOUT,
  }),
  Thawed: (view) => ({ ...view, frozen_until: null }),
  Slapped: (view, { seat, pile }) => ({
    ...view,
    fresh_tens: view.fresh_tens.map((/** @type {any} */ ten) =>
      ten.pile === pile ? { ...ten, slapped: [...ten.slapped, seat].sort((a, b) => a - b) } : ten,
    ),
  }),
  Said: settle,
  Omitted: settle,
  FalselyShouted: (view, { seat, points }) => fine(view, seat, points),
  Called: (view, { player, points }) => fine(view, player, points),
  Unmuted: (view) => view,
  Exhausted: (view, { until }) => ({ ...view, until }),
  GoSaid: (view, { starts }) => ({ ...view, phase: "countdown", until: starts, prompts: [] }),
  Started: (view) => ({ ...view, phase: "race", until: null }),
};
