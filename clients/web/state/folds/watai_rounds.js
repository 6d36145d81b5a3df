/**
 * A whole game of Wataï from its events alone, as a spectator saw it, for replays: what happens between races is folded
 * here, races by `watai.js`. A player of a running game asks for a view there instead.
 */
import { fold } from "./watai.js";

const ACCENTS = 16; // the numbers to say have no place in a replay: their events do not tell until when

/** The table before the first event. @param {number} seats @param {any} options */
export function first(seats, options) {
  const player = (/** @type {number} */ seat) => ({
    seat, backs: [], reel: [], talon: 0, stock: 0, waste: 0, top: null, playable: false, laid: 0, total: 0, penalties: 0, accent: null, may_shout: false,
  });
  return {
    seat: null, round: 0, phase: "dealt", until: null, leader: 0, variant: 0, score_die: null, target: options.target ?? 150, opens: "+",
    players: Array.from({ length: seats }, (_, seat) => player(seat)), piles: [], closed: 0, frozen_until: null, owed: [], fresh_tens: [],
    prompts: [], last_count: [], commitment: "", outcome: null,
  };
}

/** @param {any} view @param {{event: string, data: any}} happened */
export function foldAll(view, happened) {
  const change = CHANGES[happened.event];
  if (change) return change(view, happened.data);
  if (view.variant !== ACCENTS) return fold(view, happened) ?? view;
  const folded = fold({ ...view, variant: 0 }, happened);
  return folded ? { ...folded, variant: ACCENTS } : view;
}

/** @param {any} view @param {number} seat @param {any} changes */
const side = (view, seat, changes) => ({ ...view, players: view.players.with(seat, { ...view.players[seat], ...changes }) });

/** @type {{[event: string]: (view: any, data: any) => any}} */
const CHANGES = {
  RoundOpened: (view, { round, leader }) => ({ ...view, round, leader, phase: "dealt", variant: 0, score_die: null, opens: "+", piles: [], closed: 0, until: null, frozen_until: null, fresh_tens: [] }),
  ScoreDieThrown: (view, { face }) => ({ ...view, score_die: face }),
  TenLost: (view, { seat, total }) => side(view, seat, { total }),
  VariantSet: (view, { variant }) => ({ ...view, variant, opens: variant === 9 ? "-" : "+" }),
  Dealt: (view, { seat, backs, reel, talon, stock }) =>
    side(view, seat, { backs, reel, talon, stock, waste: 0, top: null, playable: false, laid: 0, penalties: 0, accent: null, may_shout: false }),
  PacksChanged: (view, { seat, talon, stock }) => side(view, seat, { talon, stock }),
  AccentPicked: (view, { seat, accent }) => side(view, seat, { accent }),
  Shouted: (view) => ({ ...view, phase: "dealt" }),
  Blocked: (view) => ({ ...view, phase: "dealt" }),
  Scored: (view, { lines }) => ({
    ...view,
    phase: "dealt",
    until: null,
    last_count: lines,
    players: view.players.map((/** @type {any} */ each) => ({ ...each, total: lines.find((/** @type {any} */ line) => line.seat === each.seat)?.total ?? each.total })),
  }),
  Won: (view, { seat }) => ({ ...view, phase: "over", outcome: { reason: "", winners: [...(view.outcome?.winners ?? []), seat] } }),
};
