/**
 * What the player had seen when a key went down: which event, and how long ago it had arrived.
 * The server takes the jitter of the network out of a race with it (docs/protocol.md, Races).
 */

const REMEMBERED = 64;

export class Sight {
  constructor() {
    /** @type {{seq: number, at: number}[]} */
    this.arrivals = [];
    // A tab in the background shows nothing, so nothing that arrives there counts as seen.
    document.addEventListener("visibilitychange", () => this.clear());
  }

  /** An event was shown. @param {number} seq @param {number} at when it arrived, on the page's clock in ms */
  shown(seq, at) {
    if (document.visibilityState !== "visible") return;
    this.arrivals.push({ seq, at });
    if (this.arrivals.length > REMEMBERED) this.arrivals.shift();
  }

  clear() {
    this.arrivals = [];
  }

  /**
   * The claim of a play: the last event that was there when the key went down, and the µs since.
   * @param {number} pressed @returns {{seen?: number, el?: number}}
   */
  claim(pressed) {
    const seen = this.arrivals.findLast((each) => each.at <= pressed);
    return seen ? { seen: seen.seq, el: Math.round((pressed - seen.at) * 1000) } : {};
  }
}
