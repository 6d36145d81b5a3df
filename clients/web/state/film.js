/** A finished game that can be shown at any of its moments: where it is, how fast it runs, and the table there. */
import { first, foldAll } from "./folds/watai_rounds.js";
import { empty } from "./model.js";

const SNAPSHOT = 100; // events between tables that are kept, so that going back is quick
export const SPEEDS = [0.5, 1, 2, 4, 8, 16];

export class Film {
  /** @param {any} replay the server's answer */
  constructor(replay) {
    this.game = replay.game;
    this.match = replay.match;
    this.names = replay.names;
    this.options = replay.options;
    /** @type {import("./model.js").Happened[]} */
    this.events = replay.events;
    this.place = 0;
    this.speed = 1;
    this.running = false;
    /** The game clock in µs while it runs. */
    this.t = 0;
    this.drawn = 0;
    this.views = this.game === "watai" ? [first(this.names.length, this.options)] : [];
  }

  /** Go to the moment after so many events. @param {number} place */
  seek(place) {
    this.place = Math.max(0, Math.min(this.events.length, Math.trunc(place)));
    this.t = this.events[this.place - 1]?.t ?? 0;
  }

  /** Let time pass while it runs. @param {number} now the page's clock in ms */
  advance(now) {
    const passed = (now - this.drawn) * 1000 * this.speed;
    this.drawn = now;
    if (!this.running) return;
    this.t += passed;
    while (this.place < this.events.length && this.events[this.place].t <= this.t) this.place++;
    if (this.place === this.events.length) this.running = false;
  }

  /** @param {number} step */
  faster(step) {
    this.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(this.speed) + step))];
  }

  play() {
    if (!this.running && this.place === this.events.length) this.seek(0);
    this.running = !this.running;
    this.drawn = performance.now();
  }

  /** What happened so far. */
  get past() {
    return this.events.slice(0, this.place);
  }

  /** The page's model at this moment, as a spectator would have it. @returns {import("./model.js").Model} */
  model() {
    const seats = this.names.map((/** @type {string} */ name) => ({ kind: "player", name, ready: true, here: true }));
    const room = { code: "", game: this.game, status: "playing", options: this.options, host: null, seats, watching: 0, you: null, match: this.match };
    const past = this.past;
    const started = performance.now() - this.t / 1000;
    const table = this.views.length ? { game: this.game, seat: null, seq: this.place, view: this.#view(), moves: [], prompts: [], stale: false, started } : null;
    return { ...empty(), room, table, happened: past.slice(-200), races: past.filter((each) => each.race) };
  }

  /** The table after `place` events, from the nearest kept one. */
  #view() {
    let kept = Math.min(Math.trunc(this.place / SNAPSHOT), this.views.length - 1);
    let view = this.views[kept];
    for (let next = kept * SNAPSHOT; next < this.place; next++) {
      view = foldAll(view, this.events[next]);
      if ((next + 1) % SNAPSHOT === 0 && (next + 1) / SNAPSHOT === this.views.length) this.views.push(view);
    }
    return view;
  }
}
