/** Which cards fit where: the twin of clients/cli/games/watai/fits.py. */
import { faceOf } from "../../text/narrator.js";

/** @typedef {{opens: boolean, piles: number[]}} Fit where a card fits: it opens a pile, or goes on one of these, which differ */

/**
 * Where this card of this player fits. Piles that take the same cards next are equivalent, so only one of them is
 * offered; which one depends on the seat, so that rivals with the same card do not all go for the same pile.
 * @param {any} view @param {string} card @param {number} seat @returns {Fit | null}
 */
export function fit(view, card, seat) {
  const face = faceOf(card);
  if (face === view.opens) return { opens: true, piles: [] };
  const fresh = new Set(view.fresh_tens.map((/** @type {any} */ ten) => ten.pile)); // a card there ends the slapping (WATAI-V15)
  /** @type {Map<string, number[]>} */
  const alike = new Map();
  for (const pile of view.piles) {
    if (!pile.takes.includes(face)) continue;
    const kind = `${pile.takes} ${fresh.has(pile.pile)}`;
    alike.set(kind, [...(alike.get(kind) ?? []), pile.pile]);
  }
  const piles = [...alike.values()].map((each) => each[seat % each.length]).sort((a, b) => a - b);
  return piles.length ? { opens: false, piles } : null;
}

/** Every pile that takes this card, equivalent or not: where a finger may lay it. @param {any} view @param {string} card @returns {number[]} */
export const takers = (view, card) =>
  view.piles.filter((/** @type {any} */ pile) => pile.takes.includes(faceOf(card))).map((/** @type {any} */ pile) => pile.pile);

/** Every card this player may play, in the order of the table. @param {any} player @returns {string[]} */
export function playable(player) {
  const cards = player.reel.filter(Boolean);
  return player.top !== null && player.playable ? [...cards, player.top] : cards;
}

/** Where each of the player's cards fits; cards that fit nowhere are left out. @param {any} view @returns {Map<string, Fit>} */
export function fits(view) {
  if (view.seat === null || isFrozen(view)) return new Map();
  const found = playable(view.players[view.seat]).map((card) => /** @type {const} */ ([card, fit(view, card, view.seat)]));
  return new Map(/** @type {[string, Fit][]} */ (found.filter(([, where]) => where !== null)));
}

/** Whether the player may do nothing at present (WATAI-V13). @param {any} view */
export const isFrozen = (view) => view.frozen_until !== null && view.seat !== view.leader;

/** Cards of rivals that would fit now, so that the player may call them (WATAI-17). @param {any} view @returns {{player: number, card: string}[]} */
export function callable(view) {
  const wanted = new Set([view.opens, ...view.piles.flatMap((/** @type {any} */ pile) => pile.takes)]);
  return view.players
    .filter((/** @type {any} */ player) => player.seat !== view.seat)
    .flatMap((/** @type {any} */ player) => playable(player).filter((card) => wanted.has(faceOf(card))).map((card) => ({ player: player.seat, card })));
}
