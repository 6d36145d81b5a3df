/** The tables of a finished race, folded by the page itself out of the events. */
import { first, foldAll } from "./folds/watai_rounds.js";

const SNAPSHOT = 100; // events between tables that are kept, so that going back is quick

export class Folded {
  /** @param {any} replay the server's answer */
  constructor({ names, options, events }) {
    /** @type {import("./model.js").Happened[]} */
    this.events = events;
    this.views = [first(names.length, options)];
    const from = events.findIndex((/** @type {import("./model.js").Happened} */ each) => each.event === "RoundOpened") + 1;
    /** After how many events the film may stand still: any, once the first round is open. @type {number[]} */
    this.stops = Array.from({ length: events.length + 1 - from }, (_, place) => from + place);
  }

  /** The stops at which a round begins. */
  get rounds() {
    return this.stops.filter((place) => this.events[place - 1]?.event === "RoundOpened");
  }

  /** The table after so many events, from the nearest kept one. @param {number} place */
  table(place) {
    const kept = Math.min(Math.trunc(place / SNAPSHOT), this.views.length - 1);
    let view = this.views[kept];
    for (let next = kept * SNAPSHOT; next < place; next++) {
      view = foldAll(view, this.events[next]);
      if ((next + 1) % SNAPSHOT === 0 && (next + 1) / SNAPSHOT === this.views.length) this.views.push(view);
    }
    return { view, prompts: [], at: (this.events[place - 1]?.t ?? 0) / 1000 };
  }
}
