/**
 * One connection that survives lost sockets: hello, numbered requests with their answers, reconnecting.
 * After a loss it comes back with its token, resumes its room after the last event seen, and repeats what has no
 * answer yet; the server gives a repeated number the same answer, so nothing is done twice. In a cluster it follows to
 * the node that it is sent to, and tries the others when one does not answer.
 */
import { BEAT, Pulse } from "./pulse.js";
import { Sight } from "./sight.js";

export const VERSION = 1;
const SUBPROTOCOL = "watai.v1.json";
const WANTS = ["views"]; // the server then sends views and legal moves by itself
const NOTHING = -1; // no event seen yet: on resuming, the server then sends the whole table
const FIRST_PAUSE = 100; // ms before the second attempt, doubled for every further one, and up to half as long again
const LONGEST_PAUSE = 5000;
const CONNECTING = 9000; // ms for which an address may take to say welcome
const CONNECTING_ONE_OF_SEVERAL = 3000; // … if there are others to be tried
const ANSWERS = new Set(["done", "refused", "rooms", "replay", "record", "scenes", "catalogue"]);
const ENTERING = new Set(["create", "join", "watch", "resume"]);
/** Close codes after which connecting again makes no sense; 4001: another tab has taken over. */
export const FINAL = new Set([1002, 1007, 4001, 4003, 4004, 4005]);
export const TAKEN_OVER = 4001;

/** @typedef {{message: any, settle: (answer: any) => void}} Question */

export class Link {
  /**
   * @param {{addresses: import("./addresses.js").Addresses, name: string, token: string, hear: (message: any) => void, changed: () => void, forbidden: (url: string) => void}} how
   *   `hear` gets every message that is no answer; `changed` is called when `state` has; `forbidden` when the page's
   *   security policy does not know the node at this address.
   */
  constructor({ addresses, name, token, hear, changed, forbidden }) {
    this.addresses = addresses;
    this.name = name;
    this.token = token;
    this.hear = hear;
    this.changed = changed;
    this.forbidden = forbidden;
    /** @type {"connecting" | "open" | "waiting" | "ended"} */
    this.state = "connecting";
    this.retryAt = 0;
    /** Why it ended, once it has. @type {{code: number, why: string} | null} */
    this.ended = null;
    /** @type {any} */
    this.welcome = null;
    this.room = null;
    /** @type {string | null} */
    this.match = null;
    this.seq = NOTHING;
    this.sight = new Sight();
    /** Milliseconds from the last ping to its answer. @type {number | null} */
    this.roundTrip = null;
    this.number = 0;
    /** @type {Map<number, Question>} */
    this.questions = new Map();
    this.pause = FIRST_PAUSE;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** Whether this attempt to connect has led anywhere: to a welcome, or to another node. */
    this.farther = false;
    this.timer = 0;
    this.pulse = new Pulse(performance.now());
    this.pulses = setInterval(() => this.#look(), BEAT);
    const hurry = () => this.state === "waiting" && document.visibilityState === "visible" && this.#connect();
    this.hurry = hurry;
    this.violated = (/** @type {SecurityPolicyViolationEvent} */ event) => event.effectiveDirective === "connect-src" && this.forbidden(event.blockedURI);
    document.addEventListener("securitypolicyviolation", this.violated);
    addEventListener("online", hurry);
    document.addEventListener("visibilitychange", hurry);
    this.#connect();
  }

  /** Ask with the next number; the promise is kept across lost connections. @param {any} message @returns {Promise<any>} */
  ask(message) {
    return new Promise((settle) => {
      this.number += 1;
      const numbered = { ...message, n: this.number };
      this.questions.set(numbered.n, { message: numbered, settle });
      this.#send(numbered);
    });
  }

  /**
   * Send a move with what the player had seen when the key went down.
   * @param {{move: string, args: any}} move @param {number} pressed the event's own timeStamp
   * @returns {{n: number, answer: Promise<any>}}
   */
  act(move, pressed) {
    const answer = this.ask({ type: "act", move: move.move, args: move.args, ...this.sight.claim(pressed) });
    return { n: this.number, answer };
  }

  /** Close for good; nothing is repeated. */
  close() {
    this.#end({ code: 1000, why: "" });
    this.socket?.close(1000);
  }

  #connect() {
    clearTimeout(this.timer);
    this.#become("connecting");
    const socket = new WebSocket(this.addresses.here, SUBPROTOCOL);
    this.socket = socket;
    this.farther = false;
    this.timer = setTimeout(() => this.#drop(), this.addresses.several ? CONNECTING_ONE_OF_SEVERAL : CONNECTING);
    socket.addEventListener("open", () => {
      const hello = { type: "hello", v: VERSION, name: this.name, token: this.token, wants: WANTS };
      socket.send(JSON.stringify(hello));
    });
    socket.addEventListener("message", (event) => this.socket === socket && this.#heard(event));
    socket.addEventListener("close", (event) => this.socket === socket && this.#lost(event));
  }

  /** @param {CloseEvent} event */
  #lost(event) {
    this.socket = null;
    this.sight.clear();
    if (this.ended) return;
    if (FINAL.has(event.code)) {
      this.#end({ code: event.code, why: event.reason });
      return;
    }
    clearTimeout(this.timer);
    if (!this.farther) this.addresses.next();
    const pause = this.pause * (1 + Math.random() / 2); // everybody whom a server has lost would come back at once otherwise
    this.retryAt = performance.now() + pause;
    this.timer = setTimeout(() => this.#connect(), pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
    this.#become("waiting");
  }

  /** @param {{code: number, why: string}} ended */
  #end(ended) {
    this.ended = ended;
    clearInterval(this.pulses);
    clearTimeout(this.timer);
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    document.removeEventListener("securitypolicyviolation", this.violated);
    this.#become("ended");
  }

  /** @param {any} message */
  #send(message) {
    if (this.state === "open") this.socket?.send(JSON.stringify(message));
  }

  /** @param {MessageEvent} event */
  #heard(event) {
    const message = JSON.parse(event.data);
    this.pulse.heard();
    if (message.type === "welcome") return this.#welcomed(message);
    if (ANSWERS.has(message.type)) return this.#answered(message);
    if (message.type === "nodes") return this.addresses.know(message.urls);
    if (message.type === "room") {
      this.room = message.code;
      if (message.match !== this.match) [this.match, this.seq] = [message.match, NOTHING]; // numbers start again
    } else if (message.type === "view" || message.type === "event") {
      this.seq = message.seq;
      this.sight.shown(message.seq, event.timeStamp);
    } else if (message.type === "goodbye") {
      if (message.moved) this.farther = this.addresses.follow(message.moved);
      else if (!message.resume || FINAL.has(message.code)) this.#end({ code: message.code, why: message.why });
    }
    this.hear(message);
  }

  /** @param {any} welcome */
  #welcomed(welcome) {
    clearTimeout(this.timer);
    this.farther = true;
    this.addresses.arrived();
    const unanswered = [...this.questions.values()];
    const again = this.welcome !== null;
    this.welcome = welcome;
    this.token = welcome.token;
    this.number = Math.max(this.number, welcome.n); // numbers up to it are those of earlier connections
    this.pause = FIRST_PAUSE;
    this.pulse = new Pulse(performance.now());
    this.#become("open");
    const back = again && this.room;
    if (back) this.resume(this.room);
    for (const question of unanswered) {
      const { message, settle } = question;
      const outdated = message.type === "ping" || (message.type === "resume" && back); // a newer one is under way
      if (outdated) {
        if (this.questions.delete(message.n)) settle({ type: "done", n: message.n });
      } else this.#send(again ? message : this.#renumber(question));
    }
    this.hear(welcome);
  }

  /** A question from before the first welcome has a number that an earlier page may have used. @param {Question} question */
  #renumber({ message, settle }) {
    this.questions.delete(message.n);
    this.number += 1;
    const numbered = { ...message, n: this.number };
    this.questions.set(numbered.n, { message: numbered, settle });
    return numbered;
  }

  /** Whether the guest is on the way into a room: asked, and not answered yet. */
  get entering() {
    return [...this.questions.values()].some(({ message }) => ENTERING.has(message.type));
  }

  /** Go on in a room after the last event seen. @param {string} code */
  async resume(code) {
    const answer = await this.ask({ type: "resume", code, seq: this.seq, match: this.match });
    if (answer.type !== "refused") return;
    this.left();
    this.hear({ type: "gone", refused: answer });
  }

  /** The guest is in no room any more. */
  left() {
    [this.room, this.match, this.seq] = [null, null, NOTHING];
  }

  /** @param {any} answer */
  #answered(answer) {
    const question = this.questions.get(answer.n);
    this.questions.delete(answer.n);
    question?.settle(answer);
  }

  #look() {
    if (this.state !== "open") return;
    const { entering, addresses } = this;
    const todo = this.pulse.look(performance.now(), { inRoom: this.room !== null, several: addresses.several, entering });
    if (todo === "ask") this.#ping();
    else if (todo === "dead") this.#drop();
  }

  async #ping() {
    const asked = performance.now();
    await this.ask({ type: "ping" });
    this.roundTrip = performance.now() - asked;
    this.changed();
  }

  /** Give up a socket that no longer answers, without waiting for the system to notice. */
  #drop() {
    const socket = this.socket;
    this.farther = false; // it would not answer a second time
    this.#lost(new CloseEvent("close", { code: 1006 }));
    socket?.close();
  }

  /** @param {Link["state"]} state */
  #become(state) {
    this.state = state;
    this.changed();
  }
}
