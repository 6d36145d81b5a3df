/**
 * The page as a whole: what it knows, where it is, and drawing it. Screens draw it and call its methods;
 * everything that changes calls `change`, which draws once in the next frame.
 */
import { Addresses } from "./link/addresses.js";
import { Link, TAKEN_OVER } from "./link/link.js";
import { identity } from "./link/identity.js";
import { arrived, reloadFor } from "./link/newer_policy.js";
import { faceFor } from "./games/index.js";
import { pressed } from "./keys.js";
import { draw } from "./screens/frame.js";
import { applySettings, readSettings } from "./state/settings.js";
import { addressOf, readRoute } from "./state/route.js";
import { answered, empty, hear, names, played } from "./state/model.js";
import { Pausing, isAlone } from "./state/pausing.js";
import { announce } from "./parts/spoken.js";
import { explain } from "./text/refusals.js";
import { Narrator } from "./text/narrator.js";
import { Text } from "./text/text.js";
import { play as sound } from "./parts/sounds.js";

const NOTE_SHOWN = 5000;
const TICK = 200; // ms between drawings while something counts down
const READ = new Set(["keys", "log", "rules"]); // sheets for which a game alone with bots stands still
const REPEATABLE = new Set(["Turn"]); // may be sent again before the first is answered

export class App {
  /** @param {HTMLElement} place @param {import("./state/settings.js").Settings} settings @param {Text} text @param {any} kinds @param {string} build */
  constructor(place, settings, text, kinds, build) {
    this.place = place;
    this.settings = settings;
    this.text = text;
    this.kinds = kinds;
    this.build = build;
    this.route = readRoute(location.pathname);
    this.model = empty();
    /** @type {any[]} */
    this.rooms = [];
    /** Games, seats, options, strengths, as the server tells them. @type {any} */
    this.catalogue = { games: [] };
    /** What lies on top: the name of a sheet, or "". */
    this.sheet = "";
    /** @type {{words: string, kind: string} | null} */
    this.note = null;
    this.noteTimer = 0;
    /** Whether the server hands out another page by now. */
    this.old = false;
    /** The refusal of the room that the address names. @type {any} */
    this.shut = null;
    this.draft = { name: identity.name, game: "watai", seats: 0, public: false, strength: "", options: /** @type {any} */ ({}), wrong: /** @type {string[]} */ ([]) };
    /** @type {any} */
    this.face = null;
    this.faceOf = "";
    this.pausing = new Pausing();
    this.unread = 0;
    this.looking = false;
    this.drawing = 0;
    this.addresses = new Addresses(location.origin.replace(/^http/, "ws") + "/");
    this.link = this.#connect(identity.token);
    addEventListener("popstate", () => this.go(readRoute(location.pathname), false));
    addEventListener("keydown", (event) => pressed(this, event));
    setInterval(() => this.model.table && document.visibilityState === "visible" && this.change(), TICK);
  }

  /** @param {HTMLElement} place */
  static async start(place) {
    const settings = readSettings();
    applySettings(settings);
    const load = async (/** @type {string} */ path) => {
      const answer = await fetch(path);
      return answer.ok ? answer.json() : {};
    };
    const [text, kinds, { build }] = await Promise.all([Text.load(settings.language), load("/kinds.json"), load("/build.json")]);
    const app = new App(place, settings, text, kinds, build);
    app.change();
    return app;
  }

  // drawing

  change() {
    if (this.drawing) return;
    this.drawing = requestAnimationFrame(() => {
      this.drawing = 0;
      this.#tellPause();
      draw(this);
    });
  }

  /** @param {string} name @param {object} [values] */
  say = (name, values) => this.text.say(name, values);

  /** Show a sentence for a moment, and speak it. @param {string} words @param {"news" | "error"} kind */
  tell(words, kind = "news") {
    clearTimeout(this.noteTimer);
    this.note = { words, kind };
    this.noteTimer = setTimeout(() => {
      this.note = null;
      this.change();
    }, NOTE_SHOWN);
    announce(words);
    this.change();
  }

  /** @param {string} name */
  open(name) {
    this.sheet = name;
    if (name === "chat") this.unread = 0;
    this.change();
  }

  /** @param {Partial<import("./state/settings.js").Settings>} changes */
  async set(changes) {
    this.settings = { ...this.settings, ...changes };
    applySettings(this.settings);
    if (changes.language) this.text = await Text.load(changes.language);
    this.change();
  }

  /** @param {import("./state/route.js").Route} route @param {boolean} [push] */
  go(route, push = true) {
    this.route = route;
    this.shut = null;
    if (push && addressOf(route) !== location.pathname) history.pushState(null, "", addressOf(route));
    this.change();
  }

  // the connection

  /** What is known of the connection. */
  get talk() {
    return this.link.conversation;
  }

  /** @param {string} token */
  #connect(token) {
    const name = identity.name || this.say("web.guest", { number: 100 + Math.trunc(Math.random() * 900) });
    const { addresses } = this;
    const changed = () => this.change();
    const forbidden = (/** @type {string} */ node) => reloadFor(node, () => this.#keepPlace());
    return new Link({ addresses, name, token, hear: (message) => this.#heard(message), changed, forbidden });
  }

  /** Let the address name the room that the player is about to enter, so that the page goes on there when it is loaded again. */
  #keepPlace() {
    for (const { message } of this.talk.questions.values()) {
      const kind = message.type === "join" ? "room" : message.type;
      if (kind === "room" || kind === "watch") history.replaceState(null, "", addressOf({ kind, name: message.code }));
    }
  }

  /** Be a guest of this name from now on; a guest who has another name is another guest. @param {string} typed */
  rename(typed) {
    const name = typed.trim().replace(/\s+/g, " ");
    if (!name || name === this.talk.name || this.model.room) return;
    identity.name = name;
    identity.token = "";
    this.link.close();
    this.link = this.#connect("");
  }

  /** Connect again after another tab has taken over, or after the end of a connection. */
  reconnect() {
    this.link.close();
    this.model = empty();
    this.link = this.#connect(identity.token);
  }

  /** @param {any} message */
  #heard(message) {
    switch (message.type) {
      case "welcome":
        this.#welcomed(message);
        break;
      case "rooms_changed":
        this.#listRooms(message.rooms, message.gone);
        break;
      case "gone":
        this.left();
        this.tell(explain(this.text, message.refused), "error");
        break;
      case "room":
        this.#entered(message);
        break;
      case "said":
        this.unread += this.sheet === "chat" || this.model.room?.status === "waiting" ? 0 : 1; // a waiting room shows its chat
        announce(this.say("web.said", { name: message.name, words: message.text }));
        break;
      case "goodbye":
        if (this.talk.lost && message.code !== TAKEN_OVER) this.left();
        break;
      case "event":
        this.#narrate(message);
        break;
    }
    this.model = hear(this.model, message, performance.now());
    if (this.model.table?.stale) this.#look();
    this.#tellPause();
    this.change();
  }

  /** @param {any} welcome */
  async #welcomed(welcome) {
    identity.token = welcome.token;
    arrived();
    this.talk.name = welcome.name;
    this.#checkBuild();
    if (!this.catalogue.games.length) this.link.ask({ type: "catalogue" }).then((told) => this.#knows(told));
    if (this.talk.room || this.talk.entering) return; // the link resumes, or asks again, by itself
    const { kind, name } = this.route;
    if (welcome.room && (kind === "start" || name === welcome.room)) return void this.link.resume(welcome.room);
    this.followRooms();
    if (!identity.name) return; // first the player says a name
    if (kind === "play") await this.playNow(name);
    else if (kind === "room" || kind === "watch") await this.enter(kind, name);
  }

  /** @param {any} catalogue */
  #knows(catalogue) {
    this.catalogue = catalogue;
    this.change();
  }

  async #checkBuild() {
    const answer = await fetch("/build.json").catch(() => null);
    if (!answer?.ok) return;
    this.old = (await answer.json()).build !== this.build;
    this.change();
  }

  /** @param {any} room */
  #entered(room) {
    const kind = /** @type {"watch" | "room"} */ (room.you === null ? "watch" : "room");
    if (this.route.kind !== "replay" && (this.route.name !== room.code || this.route.kind !== kind)) {
      history.replaceState(null, "", addressOf({ kind, name: room.code }));
      this.route = { kind, name: room.code };
    }
    const wanted = `${room.code} ${room.match}`;
    if (this.faceOf === wanted) return;
    this.faceOf = wanted;
    this.face = null;
    const shown = (/** @type {new () => any} */ Face) => {
      if (this.faceOf !== wanted) return; // the player has gone to another table meanwhile
      this.face = new Face();
      this.change();
    };
    faceFor(room.game).then(shown, () => (this.faceOf = "")); // its server has gone: fetched again with the room
  }

  /** Ask for the whole table; one request covers many events. */
  async #look() {
    if (this.looking) return;
    this.looking = true;
    await this.link.ask({ type: "look" });
    this.looking = false;
    if (this.model.table?.stale && !this.talk.lost) this.#look();
  }

  /** @param {any} happened */
  #narrate(happened) {
    if (!this.model.room) return;
    const words = this.narrator(this.model.room.game !== "watai").tell(happened);
    if (words) announce(words);
    sound(this.settings, happened.event, happened.data?.seat === this.model.table?.seat);
  }

  narrator(plays = true) {
    const { game } = this.model.room;
    return new Narrator(this.text, game, names(this.model), this.kinds[game], plays);
  }

  // what the player does

  /** Ask the server; a refusal is shown. @param {any} message @returns {Promise<any>} the answer, or null if refused */
  async ask(message) {
    const answer = await this.link.ask(message);
    if (answer.type !== "refused") return answer;
    if (!this.talk.lost) this.tell(explain(this.text, answer, this.model.room?.game, names(this.model)), "error");
    return null;
  }

  /** Make a move, with the instant of the key or finger. @param {import("./state/model.js").Move} move @param {Event} event */
  async play(move, event) {
    const same = JSON.stringify(move);
    const waits = [...this.model.pending.values()].some((each) => JSON.stringify(each.move) === same);
    const why = this.halted();
    if (this.talk.state !== "open" || (waits && !REPEATABLE.has(move.move)) || why === "asked") return;
    if (why === "round") this.pausing.goOn(this.model);
    if (this.pausing.letGo(this.model)) this.#pause(false);
    const { n, answer } = this.link.act(move, event.timeStamp);
    this.model = played(this.model, n, move, performance.now());
    this.change();
    const said = await answer;
    this.model = answered(this.model, n, said, performance.now());
    if (said.type === "refused") {
      sound(this.settings, "refused", true);
      const shown = this.face?.refused?.(move, said, this.model, this);
      if (!shown && !this.talk.lost) this.tell(explain(this.text, said, this.model.room?.game, names(this.model)), "error");
    }
    this.change();
  }

  // a pause, alone with bots

  /** Why the game stands still, or is about to; null if it goes on. */
  halted() {
    return this.pausing.reason(this.model);
  }

  /** Pause or go on; where that cannot be, say why. */
  togglePause() {
    const { room } = this.model;
    if (!room || room.you === null || room.status !== "playing") return false;
    if (this.pausing.asked) this.pausing.goOn(this.model);
    else if (!isAlone(room)) this.tell(this.say("refusals.game/shared"), "error");
    else this.pausing.asked = true;
    this.change();
    return true;
  }

  /** End a pause, or let the next round begin, which its leader does with the same key. @param {Event} event */
  goOn(event) {
    const why = this.halted();
    if (why !== "asked" && why !== "round") return false;
    this.pausing.goOn(this.model);
    if (why === "round" && event instanceof KeyboardEvent) this.face?.press?.(event, this.model, this);
    this.change();
    return true;
  }

  /** Tell the server to pause or to go on, if it does not know yet. */
  #tellPause() {
    this.pausing.reading = READ.has(this.sheet);
    if (this.talk.state !== "open") return;
    const due = this.pausing.due(this.model);
    if (due !== null) this.#pause(due);
  }

  /** @param {boolean} on */
  async #pause(on) {
    const answer = await this.link.ask({ type: "pause", on });
    if (answer.type !== "refused") return;
    this.pausing.refused(this.model.room);
    if (answer.code === "game/shared") this.tell(explain(this.text, answer), "error");
    this.change();
  }

  async followRooms() {
    const answer = await this.link.ask({ type: "rooms", follow: true });
    if (answer.type !== "rooms") return;
    this.rooms = answer.rooms;
    this.change();
  }

  /** @param {any[]} changed @param {string[]} gone */
  #listRooms(changed, gone) {
    const away = new Set([...gone, ...changed.map((room) => room.code)]);
    const rest = this.rooms.filter((room) => !away.has(room.code));
    this.rooms = [...rest, ...changed].sort((a, b) => (a.code < b.code ? -1 : 1));
  }

  /** Sit down in a room, or watch it. @param {"room" | "watch"} kind @param {string} code */
  async enter(kind, code) {
    const answer = await this.link.ask({ type: kind === "watch" ? "watch" : "join", code });
    if (answer.type !== "refused") return true;
    this.go({ kind, name: code });
    this.shut = answer;
    return false;
  }

  /** Give up the room of an earlier visit, which the server still keeps for this guest. */
  async giveUp() {
    if (!this.talk.welcome?.room || this.model.room) return;
    await this.link.resume(this.talk.welcome.room);
    await this.leave();
  }

  /** A game at once: a room, bots on its other seats, and start. @param {string} game */
  async playNow(game) {
    await this.giveUp();
    if (!this.catalogue.games.length) this.#knows(await this.link.ask({ type: "catalogue" }));
    if (!this.game(game)) return this.go({ kind: "start", name: "" });
    const { seats, strength } = this.usual(game);
    if (!(await this.ask({ type: "create", game, seats }))) return;
    for (let bot = 1; bot < seats; bot++) this.link.ask({ type: "add_bot", strength });
    await this.ask({ type: "start" });
  }

  /** Open a room as the draft says. */
  async create() {
    await this.giveUp();
    const { game, seats, options } = this.draft;
    await this.ask({ type: "create", game, seats: seats || this.usual(game).seats, public: this.draft.public, options });
  }

  /** How many sit at a quick game, and how well its bots play. @param {string} game */
  usual(game) {
    const known = this.game(game);
    return { seats: Math.min(Math.max(known.seats.least, game === "watai" ? 4 : 3), known.seats.most), strength: known.strengths[0] };
  }

  /** What the server says about a game. @param {string} game */
  game(game) {
    return this.catalogue.games.find((/** @type {any} */ each) => each.game === game);
  }

  async leave() {
    if (this.talk.state === "open") await this.ask({ type: "leave" });
    this.left();
    this.followRooms();
  }

  /** Forget the room: the player has left it, or it is gone. */
  left() {
    this.talk.left();
    if (this.talk.welcome) this.talk.welcome.room = null;
    this.model = empty();
    [this.faceOf, this.face] = ["", null];
    this.sheet = "";
    this.go({ kind: "start", name: "" });
  }
}
