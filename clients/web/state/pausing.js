/**
 * Whether a player alone with bots wants the game to stand still, and why; the same as `clients/state/pausing.py`.
 * @typedef {"asked" | "reading" | "round"} Reason
 */
const BEFORE_A_RACE = new Set(["naming", "picking", "waiting", "countdown"]);

/** Whether the player is in a game in which all others are bots. @param {any} room */
export const isAlone = (room) =>
  room !== null && room.you !== null && room.status === "playing" && room.seats.every((/** @type {any} */ each, /** @type {number} */ seat) => seat === room.you || each.kind === "bot");

export class Pausing {
  constructor() {
    /** Whether the player has paused the game. */
    this.asked = false;
    /** Whether a sheet to be read covers the table. */
    this.reading = false;
    /** The match and the round whose beginning the player has read. */
    this.read = "";
    /** @type {string | null} */
    this.match = null;
    /** What the server was told and has not yet carried out. @type {boolean | null} */
    this.told = null;
    /** The room in which the server refused a pause; it is asked again once the room has changed. @type {any} */
    this.refusedIn = null;
  }

  /** Whether the game can stand still now. @param {import("./model.js").Model} model */
  isPossible({ room }) {
    return isAlone(room) && room !== this.refusedIn;
  }

  /** Why the game is to stand still; null if it is to go on. @param {import("./model.js").Model} model @returns {Reason | null} */
  reason(model) {
    if (!this.isPossible(model)) return null;
    if (this.asked) return "asked";
    if (this.reading) return "reading";
    return beginning(model) && beginning(model) !== this.read ? "round" : null;
  }

  /** The player ends the pause, or has read what there is to read before a round. @param {import("./model.js").Model} model */
  goOn(model) {
    if (this.asked) this.asked = false;
    else this.read = beginning(model) || this.read;
  }

  /** What to tell the server now: true to pause, false to go on; null if it knows. @param {import("./model.js").Model} model @returns {boolean | null} */
  due(model) {
    const { room } = model;
    if (room === null) {
      [this.asked, this.match, this.told] = [false, null, null];
      return null;
    }
    if (room.match !== this.match) {
      [this.asked, this.match, this.told] = [room.paused, room.match, null]; // a game that was paused when the player left it still is
    }
    const wanted = this.reason(model) !== null;
    if (room.paused === wanted || !this.isPossible(model)) {
      this.told = null;
      return null;
    }
    if (this.told === wanted) return null;
    this.told = wanted;
    return wanted;
  }

  /** Whether the server must be told to go on before the player's next move, which it would refuse otherwise. @param {import("./model.js").Model} model */
  letGo({ room }) {
    const paused = room !== null && (room.paused || this.told === true);
    if (paused) this.told = false;
    return paused;
  }

  /** The server did not pause, since others play too or the game is over. @param {any} room */
  refused(room) {
    [this.asked, this.told, this.refusedIn] = [false, null, room];
  }
}

/** The match and round of Wataï that is about to begin, "" if none is. @param {import("./model.js").Model} model */
function beginning({ room, table }) {
  return room?.game === "watai" && table && BEFORE_A_RACE.has(table.view.phase) ? `${room.match} ${table.view.round}` : "";
}
