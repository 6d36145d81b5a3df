/**
 * A finished game that can be shown at any of its moments: where it is, how fast it runs, and the model of the page there.
 * @typedef {{stops: number[], rounds: number[], table: (place: number) => {view: any, prompts: any[], at: number}}} Source
 */
import { empty, seen } from "./model.js";

export const SPEEDS = [0.5, 1, 2, 4, 8, 16];
const LONGEST_WAIT = 3e6; // µs between two moments at most, as in the terminal: longer pauses of the players are skipped
const TOLD = 200;

export class Film {
  /** @param {any} replay the server's answer @param {Source} source where its tables come from */
  constructor(replay, source) {
    this.game = replay.game;
    this.match = replay.match;
    this.names = replay.names;
    this.options = replay.options;
    /** @type {import("./model.js").Happened[]} */
    this.events = replay.events;
    this.source = source;
    /** After how many events it stands. */
    this.place = source.stops[0];
    this.speed = 1;
    this.running = false;
    /** The time of the game in µs while it runs. */
    this.t = 0;
    this.drawn = 0;
  }

  /** Which of the moments it shows. */
  get index() {
    return Math.max(0, this.source.stops.findLastIndex((each) => each <= this.place));
  }

  get last() {
    return this.source.stops.length - 1;
  }

  /** Go to a moment, by its number. @param {number} index */
  go(index) {
    this.place = this.source.stops[Math.max(0, Math.min(this.last, Math.trunc(index)))];
    this.t = this.#time(this.place);
  }

  /** Go to the moment at or before this event, and stop there. @param {number} place */
  seek(place) {
    this.running = false;
    this.go(this.source.stops.findLastIndex((each) => each <= place));
  }

  /** Go on by so many steps, and stop there. @param {number} steps */
  step(steps) {
    this.running = false;
    this.go(this.index + steps);
  }

  /** Go to the next of these moments, or to the one before; nowhere if there is none. @param {number[]} marks @param {number} way 1 or -1 */
  jump(marks, way) {
    const found = way > 0 ? marks.find((each) => each > this.place) : marks.findLast((each) => each < this.place);
    if (found !== undefined) this.seek(found);
    else if (way < 0) this.seek(0);
  }

  /** Go so many seconds of the game on or back; at least one step. @param {number} seconds */
  shift(seconds) {
    const there = this.source.stops.findLastIndex((each) => this.#time(each) <= this.t + seconds * 1e6);
    this.go(seconds > 0 ? Math.max(there, this.index + 1) : Math.min(there, this.index - 1));
  }

  /** Let time pass while it runs. @param {number} now the page's clock in ms */
  advance(now) {
    const passed = (now - this.drawn) * 1000 * this.speed;
    this.drawn = now;
    if (!this.running) return;
    const next = this.source.stops[this.index + 1] ?? this.place;
    this.t = Math.max(this.t + passed, this.#time(next) - LONGEST_WAIT);
    while (this.index < this.last && this.#time(this.source.stops[this.index + 1]) <= this.t) this.place = this.source.stops[this.index + 1];
    this.running = this.index < this.last;
  }

  /** @param {number} step */
  faster(step) {
    this.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(this.speed) + step))];
  }

  play() {
    if (!this.running && this.index === this.last) this.go(0);
    this.running = !this.running;
    this.drawn = performance.now();
  }

  /** What happened in the step that led here. */
  get news() {
    return this.events.slice(this.source.stops[this.index - 1] ?? 0, this.place);
  }

  /** The moments right after a race was decided. */
  get races() {
    return this.events.flatMap((each, place) => (each.race?.beat.length ? [place + 1] : []));
  }

  /** The page's model at this moment: that of somebody who watches, whoever's cards are shown. @returns {import("./model.js").Model} */
  model() {
    const seats = this.names.map((/** @type {string} */ name) => ({ kind: "player", name, ready: true, here: true }));
    const room = { code: "", game: this.game, status: "playing", options: this.options, host: null, seats, watching: 0, you: null, match: this.match };
    const past = this.events.slice(0, this.place);
    const shown = this.source.table(this.place);
    const since = Math.max(0, this.t - this.#time(this.place)) / 1000;
    const table = { ...seen(this.game, { ...shown, seat: null, seq: this.place }, performance.now()), started: performance.now() - shown.at - since };
    return { ...empty(), room, table, happened: past.slice(-TOLD), races: past.filter((each) => each.race) };
  }

  /** @param {number} place */
  #time(place) {
    return this.events[place - 1]?.t ?? 0;
  }
}
