/**
 * Whether the server is still there: when to ask, and when to give up waiting. Pure: the caller has the clock, in ms.
 * Outside a room nobody is asked, so that the server may let idle guests go; a socket that may have died in a laptop's
 * sleep is asked once.
 */

export const BEAT = 500; // ms between two looks
const EVERY = 4000;
const PATIENCE = 9000;
const SLEPT = 5000; // a look that comes so late: the machine slept, or the tab was slowed down
const AWAKE_PATIENCE = 2000;
/** Other nodes go on with a room three seconds after its node has died; the page shall notice about then. */
const IN_CLUSTER = { every: 1500, patience: 2500 };

export class Pulse {
  /** @param {number} now */
  constructor(now) {
    this.looked = now;
    this.asked = now;
    /** Until when an answer must come; null while none is waited for. @type {number | null} */
    this.until = null;
  }

  /** Something was heard, whatever it was. */
  heard() {
    this.until = null;
  }

  /**
   * What is to be done now.
   * @param {number} now
   * @param {{inRoom: boolean, several: boolean, entering: boolean}} how `several`: there are other nodes; `entering`: the
   *   guest has asked for a room, for which the server may have to wait itself
   * @returns {"" | "ask" | "dead"}
   */
  look(now, { inRoom, several, entering }) {
    const slept = now - this.looked > SLEPT;
    this.looked = now;
    if (slept) this.until = null; // what came meanwhile may not have been read yet
    if (this.until !== null) return now > this.until ? "dead" : "";
    const quick = several && !entering;
    if (!slept && (!inRoom || now - this.asked < (quick ? IN_CLUSTER.every : EVERY))) return "";
    this.asked = now;
    this.until = now + (slept ? AWAKE_PATIENCE : quick ? IN_CLUSTER.patience : PATIENCE);
    return "ask";
  }
}
