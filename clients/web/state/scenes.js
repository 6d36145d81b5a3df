/** The tables of a finished calm game, as the server shows them after each step, through the eyes of one seat. */

/** The event that begins a round; in games without rounds a turn does. @type {{[game: string]: string}} */
const ROUNDS = { duel: "Fought" };

export class Scenes {
  /** @param {any} replay the server's answer @param {number | null} seat through whose eyes; null for a spectator's */
  constructor({ game, events }, seat) {
    this.opens = ROUNDS[game];
    /** @type {import("./model.js").Happened[]} */
    this.events = events;
    this.seat = seat;
    /** @type {{seq: number, at: number, view: any, prompts: any[]}[]} */
    this.scenes = [];
    /** After how many events the film may stand still: after each step. @type {number[]} */
    this.stops = [];
    /** The stops at which a round begins, or a turn. @type {number[]} */
    this.rounds = [];
  }

  /** Ask for them part by part; the refusal if there is one. @param {(message: any) => Promise<any>} ask @param {string} match @param {() => void} came after each part */
  async load(ask, match, came) {
    for (let after = 0, total = 1; after < total; after = this.stops.at(-1) ?? total) {
      const part = await ask({ type: "scenes", game: match, seat: this.seat, after });
      if (part.type === "refused") return part;
      if (!part.scenes.length) return null;
      total = part.total;
      part.scenes.forEach((/** @type {any} */ scene) => this.#add(scene));
      came();
    }
    return null;
  }

  /** @param {{seq: number, at: number, view: any, prompts: any[]}} scene */
  #add(scene) {
    const before = this.scenes.at(-1);
    const turn = (/** @type {any} */ each) => each?.prompts[0]?.seat;
    const begins = this.opens
      ? this.events.slice(before?.seq ?? 0, scene.seq).some((each) => each.event === this.opens)
      : scene.prompts.length > 0 && turn(scene) !== turn(before);
    this.scenes.push(scene);
    this.stops.push(scene.seq);
    if (begins) this.rounds.push(scene.seq);
  }

  /** The table after so many events. @param {number} place one of the stops */
  table(place) {
    return this.scenes[Math.max(0, this.stops.indexOf(place))];
  }
}
