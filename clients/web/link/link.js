/**
 * The page's connection to its server: a browser's WebSocket and timer as the shell of a conversation, which decides everything.
 */
import { Conversation } from "./conversation.js";
import { Sight } from "./sight.js";

export { FINAL, TAKEN_OVER, VERSION } from "./conversation.js";
const SUBPROTOCOL = "watai.v1.json";
const WANTS = ["views"]; // the server then sends views and legal moves by itself
const BROKEN = 1006;
const LONGEST_TIMER = 3600;

const seconds = () => performance.now() / 1000;

export class Link {
  /**
   * @param {{addresses: import("./addresses.js").Addresses, name: string, token: string, hear: (message: any) => void, changed: () => void, forbidden: (url: string) => void}} how
   *   `hear` gets every message that is no answer; `changed` is called when the state of the conversation has; `forbidden`
   *   when the page's security policy does not know the node at this address.
   */
  constructor({ addresses, name, token, hear, changed, forbidden }) {
    this.conversation = new Conversation(addresses, name, token, WANTS);
    this.hear = hear;
    this.changed = changed;
    this.forbidden = forbidden;
    this.sight = new Sight();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<import("./conversation.js").Question, (answer: any) => void>} */
    this.settle = new Map();
    this.timer = 0;
    this.shown = { state: "", roundTrip: /** @type {number | null} */ (null) };
    const woke = () => document.visibilityState === "visible" && this.#take(this.conversation.woke(seconds()));
    this.woke = woke;
    this.violated = (/** @type {SecurityPolicyViolationEvent} */ event) => event.effectiveDirective === "connect-src" && this.forbidden(event.blockedURI);
    document.addEventListener("securitypolicyviolation", this.violated);
    document.addEventListener("visibilitychange", woke);
    addEventListener("online", woke);
    this.#take(this.conversation.begin(seconds()));
  }

  /** Ask with the next number; the promise is kept across lost connections, and refused when the link ends. @param {any} message @returns {Promise<any>} */
  ask(message) {
    return this.#ask(message).answer;
  }

  /**
   * Send a move with what the player had seen when the key went down.
   * @param {{move: string, args: any}} move @param {number} pressed the event's own timeStamp
   * @returns {{n: number, answer: Promise<any>}}
   */
  act(move, pressed) {
    return this.#ask({ type: "act", move: move.move, args: move.args, ...this.sight.claim(pressed) });
  }

  /** @param {any} message @returns {{n: number, answer: Promise<any>}} */
  #ask(message) {
    const [question, steps] = this.conversation.ask(message);
    const answer = new Promise((settle) => this.settle.set(question, settle));
    if (this.conversation.lost) this.#settled(question);
    this.#take(steps);
    return { n: question.n, answer };
  }

  /** Go on in a room after the last event seen. @param {string} code */
  resume(code) {
    const { seq, match } = this.conversation;
    return this.ask({ type: "resume", code, seq, match });
  }

  /** Close for good; nothing is repeated. */
  close() {
    if (!this.conversation.lost) this.#take(this.conversation.end({ code: 1000, why: "" }));
  }

  /** Carry out what the conversation wants. @param {import("./conversation.js").Step[]} steps */
  #take(steps) {
    for (const step of steps) {
      if (step.do === "connect") this.#connect(step);
      else if (step.do === "send") this.socket?.send(JSON.stringify(step.message));
      else if (step.do === "drop") this.#drop();
      else if (step.do === "told") this.#tell(step.message);
      else if (step.do === "settled") this.#settled(step.question);
      else if (step.do === "ended") this.#ended();
    }
    this.#arm();
    const { state, roundTrip } = this.conversation;
    if (state === this.shown.state && roundTrip === this.shown.roundTrip) return;
    this.shown = { state, roundTrip };
    this.changed();
  }

  /** @param {{url: string, within: number}} where */
  #connect({ url, within }) {
    const socket = new WebSocket(url, SUBPROTOCOL);
    this.socket = socket;
    const lost = (/** @type {{code: number, why: string}} */ why) => {
      clearTimeout(opening);
      if (this.socket !== socket) return;
      this.#drop();
      this.#take(this.conversation.gone(why, seconds()));
    };
    const opening = setTimeout(() => lost({ code: BROKEN, why: "" }), within * 1000);
    socket.addEventListener("open", () => {
      clearTimeout(opening);
      if (this.socket === socket) this.#take(this.conversation.opened(seconds()));
    });
    socket.addEventListener("message", (event) => this.socket === socket && this.#heard(event));
    socket.addEventListener("close", ({ code, reason }) => lost({ code, why: reason }));
  }

  /** @param {MessageEvent} event */
  #heard(event) {
    const message = JSON.parse(event.data);
    if (message.type === "view" || message.type === "event") this.sight.shown(message.seq, event.timeStamp);
    this.#take(this.conversation.heard(message, seconds()));
    if (message.type === "welcome") this.hear(message);
  }

  /** Give the socket up, without waiting for the system to notice. */
  #drop() {
    const { socket } = this;
    this.socket = null;
    this.sight.clear();
    socket?.close();
  }

  /** @param {any} message */
  #tell(message) {
    this.hear(message.type === "refused" ? { type: "gone", refused: message } : message); // the room is gone
  }

  /** A question without an answer is refused: whoever waits for it goes on. @param {import("./conversation.js").Question} question */
  #settled(question) {
    const { n, answer } = question;
    const settle = this.settle.get(question);
    this.settle.delete(question);
    settle?.(answer ?? { type: "refused", n, code: "link/ended", why: "" });
  }

  /** Wake the conversation when something is due. */
  #arm() {
    clearTimeout(this.timer);
    const { due } = this.conversation;
    if (due === Infinity) return;
    const wait = Math.min(Math.max(due - seconds(), 0), LONGEST_TIMER) * 1000;
    this.timer = setTimeout(() => this.#take(this.conversation.advance(seconds())), wait + 1); // a timer may be early by less than 1 ms
  }

  #ended() {
    document.removeEventListener("securitypolicyviolation", this.violated);
    document.removeEventListener("visibilitychange", this.woke);
    removeEventListener("online", this.woke);
  }
}
