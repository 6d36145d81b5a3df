/** What commands and taps of a race do: each makes a move, or leaves a choice open for the next one. */
import { callable, fits, takers } from "./fits.js";
import { toSlap } from "./optimistic.js";

const MARKS = 10; // how many cards of rivals have a digit at the same time

/** @param {string} move @param {object} [args] */
const make = (move, args = {}) => ({ move, args });

export class Control {
  constructor() {
    /** A card that fits several piles: a pile is to be chosen. @type {string | null} */
    this.selected = null;
    /** The digits of a pile's number typed so far. */
    this.typed = "";
    /** Whether a rival's card is to be called. */
    this.calling = false;
    /** Whether the player was just warned that a shout would be false. */
    this.warned = false;
  }

  /** @param {string} command @param {import("./optimistic.js").Optimistic} state @returns {import("../../state/model.js").Move | null} */
  do(command, state) {
    const [name, number] = command.split(".");
    const warned = this.warned;
    this.warned = false;
    switch (name) {
      case "card":
        return this.slot(Number(number), state);
      case "stock": {
        const me = state.view.players[state.view.seat];
        return me.top !== null && me.playable ? this.card(me.top, state) : null;
      }
      case "pile":
        return this.digit(number, state);
      case "turn":
        this.selected = null;
        return make("Turn");
      case "slap":
        return toSlap(state).length ? make("Slap", { pile: toSlap(state)[0] }) : null;
      case "say":
        return state.unsaid.length ? make("Say", { number: state.unsaid[0] }) : null;
      case "call":
        return this.call(state);
      case "shout":
        return this.shout(state, warned);
    }
    return null;
  }

  /** A place of the Dévidoir: its card, or its hole. @param {number} slot @param {import("./optimistic.js").Optimistic} state */
  slot(slot, state) {
    const me = state.view.players[state.view.seat];
    if (slot >= me.reel.length || state.slots.has(slot)) return null;
    if (me.reel[slot] === null) return me.talon ? make("Fill", { slot }) : null;
    return this.card(me.reel[slot], state);
  }

  /** Lay a card at once where there is no choice; otherwise select it, or put it back. @param {string} card @param {import("./optimistic.js").Optimistic} state */
  card(card, state) {
    const where = fits(state.view).get(card);
    [this.calling, this.typed] = [false, ""];
    const again = this.selected === card;
    this.selected = null;
    if (!where) return null;
    if (where.opens) return make("Open", { card });
    if (where.piles.length === 1) return make("Place", { card, pile: where.piles[0] });
    if (!again) this.selected = card;
    return null;
  }

  /** A pile was tapped: the selected card goes there, or the only card that fits it; a fresh 10 is slapped. @param {number} pile @param {import("./optimistic.js").Optimistic} state */
  pile(pile, state) {
    if (toSlap(state).includes(pile)) return make("Slap", { pile });
    const cards = this.selected ? [this.selected] : [...fits(state.view).keys()];
    const fitting = cards.filter((card) => takers(state.view, card).includes(pile));
    if (fitting.length !== 1) return null;
    this.selected = null;
    return make("Place", { card: fitting[0], pile });
  }

  /** The piles for the selected card by the digits that choose them, all as long as the longest, so that none begins another. @param {import("./optimistic.js").Optimistic} state @returns {Map<string, number>} */
  choices(state) {
    const piles = (this.selected && fits(state.view).get(this.selected)?.piles) || [];
    const longest = Math.max(0, ...piles.map((pile) => String(pile).length));
    const named = piles.map((pile) => /** @type {[string, number]} */ ([String(pile).padStart(longest, "0"), pile]));
    return new Map(named.filter(([digits]) => digits.startsWith(this.typed)));
  }

  /** The cards of rivals that digits stand for. @param {import("./optimistic.js").Optimistic} state */
  calls(state) {
    return this.calling ? callable(state.view).slice(0, MARKS) : [];
  }

  /** @param {string} digit @param {import("./optimistic.js").Optimistic} state */
  digit(digit, state) {
    if (this.calling) {
      const called = this.calls(state)[(Number(digit) || 10) - 1];
      this.calling = false;
      return called ? make("Call", called) : null;
    }
    this.typed += digit;
    const choices = this.choices(state);
    const [card, pile] = [this.selected, choices.get(this.typed)];
    if (pile !== undefined || !choices.size) [this.selected, this.typed] = [null, ""];
    return card === null || pile === undefined ? null : make("Place", { card, pile });
  }

  /** Call a rival's card that fits: at once if there is one, else it is to be picked. @param {import("./optimistic.js").Optimistic} state */
  call(state) {
    this.selected = null;
    this.calling = !this.calling;
    const calls = this.calls(state);
    if (calls.length !== 1) {
      this.calling = calls.length > 0;
      return null;
    }
    this.calling = false;
    return make("Call", calls[0]);
  }

  /** A false shout costs points, so it needs a second press. @param {import("./optimistic.js").Optimistic} state @param {boolean} warned */
  shout(state, warned) {
    if (state.view.players[state.view.seat].may_shout || warned) return make("Shout");
    this.warned = true;
    return null;
  }
}
