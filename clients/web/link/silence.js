/**
 * Whether the server is still there: when to ask it, and when to leave it. The twin of clients/conversation/silence.py;
 * instants and durations are seconds.
 */

/** @typedef {{every: number, patience: number}} Pace */

export const ALONE = { every: 3, patience: 3 };
export const IN_CLUSTER = { every: 1.5, patience: 2.5 };
const AFTER_SLEEP = 2;
const SLEPT = 5;

export class Silence {
  /** @param {number} now */
  constructor(now) {
    this.asked = now;
    /** When the answer must have come; null while none is waited for. @type {number | null} */
    this.until = null;
  }

  /** Something has come from the server. */
  heard() {
    this.until = null;
  }

  /** For how long the server has owed an answer. @param {number} now */
  unanswered(now) {
    return this.until === null ? 0 : now - this.asked;
  }

  /** When to look next. Without a pace nobody is asked. @param {Pace | null} pace */
  due(pace) {
    if (this.until !== null) return this.until;
    return pace === null ? Infinity : this.asked + pace.every;
  }

  /** What is to be done now. @param {number} now @param {Pace | null} pace @returns {"wait" | "ask" | "leave"} */
  look(now, pace) {
    const due = this.due(pace);
    if (now < due) return "wait";
    const slept = now - due > SLEPT;
    if (this.until !== null && !slept) return "leave";
    this.ask(now, slept || pace === null ? AFTER_SLEEP : pace.patience);
    return "ask";
  }

  /** A question leaves. @param {number} now @param {number} [patience] */
  ask(now, patience = AFTER_SLEEP) {
    this.asked = now;
    this.until = now + patience;
  }
}
