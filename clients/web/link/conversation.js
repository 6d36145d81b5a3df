/**
 * One client's conversation with a server: messages and instants in, steps for its shell out. The twin of
 * clients/conversation/conversation.py, with the same states; instants are seconds.
 *
 *     waiting ──due──▶ connecting ──welcome──▶ open
 *        ▲                 │ no answer          │ closed, moved, or silent
 *        └─────────────────┴────────────────────┘         ended: for good, from any of them
 */
import { ALONE, IN_CLUSTER, Silence } from "./silence.js";

export const VERSION = 1;
const NOTHING = -1; // no event seen yet: on resuming, the server then sends the whole table
const FIRST_PAUSE = 0.1;
const LONGEST_PAUSE = 3;
const CONNECTING = 10;
const CONNECTING_AGAIN = 3;
const RESUMED = 0; // the number under which the `resume` of a hello is answered
const ANSWERS = new Set(["done", "refused", "rooms", "replay", "record", "scenes", "catalogue"]);
const ENTERING = new Set(["create", "join", "watch", "resume"]);
/** Close codes after which connecting again would end the same way; 4001: another tab has taken over. */
export const FINAL = new Set([1002, 1007, 1008, 1013, 4001, 4003, 4004, 4005]);
export const TAKEN_OVER = 4001;

/** @typedef {{n: number, message: any, answer: any}} Question */
/** @typedef {{code: number, why: string}} Lost */
/**
 * @typedef {{do: "connect", url: string, within: number} | {do: "send", message: any} | {do: "drop"}
 *   | {do: "told", message: any} | {do: "settled", question: Question}
 *   | {do: "renumbered", question: Question, before: number} | {do: "ended", lost: Lost}} Step
 */

/** @param {Question} question @returns {Step} */
const send = ({ message }) => ({ do: "send", message });

export class Conversation {
  /**
   * @param {import("./addresses.js").Addresses} addresses @param {string} name @param {string} token
   * @param {string[]} wants @param {() => number} [random] at least 0 and below 1
   */
  constructor(addresses, name, token, wants, random = Math.random) {
    this.addresses = addresses;
    this.name = name;
    this.token = token;
    this.wants = wants;
    this.random = random;
    /** @type {"waiting" | "connecting" | "open" | "ended"} */
    this.state = "waiting";
    /** @type {number | null} */
    this.retryAt = null;
    /** @type {any} */
    this.welcome = null;
    this.connections = 0;
    /** @type {string | null} */
    this.room = null;
    /** @type {string | null} */
    this.match = null;
    this.seq = NOTHING;
    /** Seconds from the last ping to its answer, on this connection. @type {number | null} */
    this.roundTrip = null;
    /** Why it ended, once it has. @type {Lost | null} */
    this.lost = null;
    this.number = 0;
    /** @type {Map<number, Question>} */
    this.questions = new Map();
    this.pause = FIRST_PAUSE;
    this.farther = false;
    this.welcomeDue = Infinity;
    this.silence = new Silence(0);
    /** @type {Question | null} */
    this.pinged = null;
    /** The last `resume` of the conversation's own, to leave a room for good. @type {Question | null} */
    this.returning = null;
    /** Whether the hello has named a room, and there is no answer yet. */
    this.resuming = false;
  }

  /** The first attempt to connect. @param {number} now @returns {Step[]} */
  begin(now) {
    return this.#connect(now);
  }

  /** A request with the next number; it is kept until it has an answer. @param {any} message @returns {[Question, Step[]]} */
  ask(message) {
    const question = this.#add(message);
    return [question, this.state === "open" ? [send(question)] : []];
  }

  /** The WebSocket is open. @param {number} now @returns {Step[]} */
  opened(now) {
    this.welcomeDue = now + this.#within;
    this.resuming = this.room !== null && this.connections > 0 && !this.#isLeaving;
    const where = this.resuming ? { room: this.room, seq: this.seq, match: this.match } : {};
    return [{ do: "send", message: { type: "hello", v: VERSION, name: this.name, token: this.token, wants: this.wants, ...where } }];
  }

  /** The connection is over, or none could be made. @param {Lost} why @param {number} now @returns {Step[]} */
  gone(why, now) {
    return FINAL.has(why.code) ? this.end(why) : this.#retry(now);
  }

  /** A message of the server. @param {any} message @param {number} now @returns {Step[]} */
  heard(message, now) {
    this.silence.heard();
    if (this.state === "connecting") return this.#greeted(message, now);
    if (ANSWERS.has(message.type)) return this.#answered(message, now);
    if (message.type === "nodes") {
      this.addresses.know(message.urls);
      return [];
    }
    if (message.type === "room") {
      this.room = message.code;
      if (message.match !== this.match) [this.match, this.seq] = [message.match, NOTHING]; // event numbers start again
    } else if (message.type === "view" || message.type === "event") this.seq = message.seq;
    else if (message.type === "goodbye") return [...this.#toldGoodbye(message), { do: "told", message }];
    return [{ do: "told", message }];
  }

  /** The next instant at which `advance` has something to do. */
  get due() {
    if (this.state === "waiting") return this.retryAt ?? Infinity;
    if (this.state === "connecting") return this.welcomeDue;
    return this.state === "open" ? this.silence.due(this.#pace) : Infinity;
  }

  /** Time has passed. @param {number} now @returns {Step[]} */
  advance(now) {
    if (now < this.due) return [];
    if (this.state === "waiting") return this.#connect(now);
    if (this.state === "connecting") return [{ do: "drop" }, ...this.#retry(now)];
    const todo = this.silence.look(now, this.#pace);
    if (todo === "ask") return this.#ping();
    if (todo === "wait") return [];
    this.farther = false; // it would not answer a second time
    return [{ do: "drop" }, ...this.#retry(now)];
  }

  /** The machine has slept, or its network has changed. @param {number} now @returns {Step[]} */
  woke(now) {
    if (this.state === "waiting") return this.#connect(now);
    if (this.state !== "open") return [];
    this.silence.ask(now);
    return this.#ping();
  }

  /** For how long the server has owed an answer: 0 while it is there. @param {number} now */
  unanswered(now) {
    return this.state === "open" ? this.silence.unanswered(now) : 0;
  }

  /** Over for good: every question is settled, without an answer. @param {Lost} lost @returns {Step[]} */
  end(lost) {
    [this.state, this.lost, this.roundTrip] = ["ended", lost, null];
    const settled = [...this.questions.values()].map((question) => /** @type {Step} */ ({ do: "settled", question }));
    this.questions.clear();
    return [{ do: "drop" }, ...settled, { do: "ended", lost }];
  }

  /** The guest is in no room any more. */
  left() {
    [this.room, this.match, this.seq] = [null, null, NOTHING];
  }

  /** Whether the guest is on the way into a room: asked, and not answered yet. */
  get entering() {
    return this.resuming || [...this.questions.values()].some(({ message }) => ENTERING.has(message.type));
  }

  get #within() {
    return this.connections > 0 || this.addresses.several ? CONNECTING_AGAIN : CONNECTING;
  }

  /** @param {number} _now @returns {Step[]} */
  #connect(_now) {
    [this.state, this.retryAt, this.farther, this.welcomeDue] = ["connecting", null, false, Infinity];
    return [{ do: "connect", url: this.addresses.here, within: this.#within }];
  }

  /** @param {number} now @returns {Step[]} */
  #retry(now) {
    if (this.farther) this.pause = FIRST_PAUSE;
    else this.addresses.next();
    [this.state, this.roundTrip] = ["waiting", null];
    this.retryAt = now + this.pause * (1 + this.random() / 2); // everybody whom a server has lost would come back at once otherwise
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
    return [];
  }

  /** @param {any} message @param {number} now @returns {Step[]} */
  #greeted(message, now) {
    if (message.type === "goodbye") {
      const ended = this.#toldGoodbye(message);
      return ended.length ? ended : [{ do: "drop" }, ...this.#retry(now)];
    }
    if (message.type !== "welcome") return this.end({ code: 4005, why: "the server did not say welcome" });
    [this.state, this.welcome, this.token] = ["open", message, message.token];
    [this.farther, this.pause] = [true, FIRST_PAUSE];
    this.addresses.arrived();
    this.connections += 1;
    this.silence = new Silence(now);
    this.number = Math.max(this.number, message.n);
    this.#forget(this.pinged); // of no use on this connection, which has its own
    this.#forget(this.returning);
    const before = [...this.questions.values()];
    /** @type {Step[]} */
    const steps = [];
    if (this.#isLeaving && message.room !== null) {
      this.returning = this.#add({ type: "resume", code: message.room, seq: this.seq, match: this.match });
      steps.push(send(this.returning));
    }
    return [...steps, ...before.flatMap((question) => this.#again(question))];
  }

  /** Whether a `leave` has no answer. If it was carried out, whoever resumes is a spectator: only `welcome` tells. */
  get #isLeaving() {
    return [...this.questions.values()].some(({ message }) => message.type === "leave");
  }

  /** @param {any} message @returns {Step[]} */
  #toldGoodbye(message) {
    if (message.moved) this.farther = this.addresses.follow(message.moved);
    else if (FINAL.has(message.code)) return this.end({ code: message.code, why: message.why });
    return [];
  }

  /** @param {any} message @returns {Question} */
  #add(message) {
    this.number += 1;
    const question = { n: this.number, message: { ...message, n: this.number }, answer: null };
    this.questions.set(question.n, question);
    return question;
  }

  /** Ask once more; what was asked before the first welcome had a number that an earlier page may have used. @param {Question} question @returns {Step[]} */
  #again(question) {
    if (this.connections > 1) return [send(question)];
    const before = question.n;
    this.questions.delete(before);
    this.number += 1;
    question.n = this.number;
    question.message = { ...question.message, n: question.n };
    this.questions.set(question.n, question);
    return [{ do: "renumbered", question, before }, send(question)];
  }

  /** @param {Question | null} question */
  #forget(question) {
    if (question) this.questions.delete(question.n);
  }

  /** @returns {Step[]} */
  #ping() {
    this.#forget(this.pinged);
    this.pinged = this.#add({ type: "ping" });
    return [send(this.pinged)];
  }

  /** @param {any} answer @param {number} now @returns {Step[]} */
  #answered(answer, now) {
    if (answer.n === RESUMED) {
      this.resuming = false;
      return answer.type === "refused" ? this.#notResumed(answer) : [];
    }
    const question = this.questions.get(answer.n);
    if (!question) return [];
    this.questions.delete(answer.n);
    question.answer = answer;
    if (question === this.pinged) {
      this.roundTrip = now - this.silence.asked;
      return [];
    }
    const { type } = question.message;
    if (type === "leave" && (answer.type === "done" || answer.code === "room/none")) this.left();
    if (type === "resume" && answer.type === "refused") return [...this.#notResumed(answer), { do: "settled", question }];
    return question === this.returning ? [] : [{ do: "settled", question }];
  }

  /** The room is gone, and the user is told. @param {any} answer @returns {Step[]} */
  #notResumed(answer) {
    this.left();
    return [{ do: "told", message: answer }];
  }

  get #pace() {
    if (this.room === null && !this.questions.size) return null;
    return this.addresses.several && !this.entering ? IN_CLUSTER : ALONE;
  }
}
