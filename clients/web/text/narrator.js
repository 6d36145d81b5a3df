/**
 * Turns events and moves of any game into sentences: the twin of clients/text/narrator.py.
 * What kind each field is of (a seat, a card, a time) comes from the server's /kinds.json.
 */
import { fill, subjectOf } from "./text.js";

/** A noun with its plural, for templates that count. */
class Noun {
  /** @param {string} one @param {string} many */
  constructor(one, many) {
    this.one = one;
    this.many = many;
  }
  toString() {
    return this.one;
  }
}

export class Narrator {
  /**
   * @param {import("./text.js").Text} text @param {string} game @param {string[]} names
   * @param {{events: any, moves: any} | undefined} kinds the fields of this game's events and moves
   * @param {boolean} [plays] whether every card is told, not only the turning points
   */
  constructor(text, game, names, kinds, plays = true) {
    const subject = subjectOf(game);
    this.text = text;
    this.names = names;
    this.kinds = kinds ?? { events: {}, moves: {} };
    this.words = text.find(`${subject}.words`) ?? {};
    this.many = text.find(`${subject}.many`) ?? {};
    this.offers = text.find(`${subject}.moves`) ?? {};
    this.templates = { ...text.find(`${subject}.events`), ...(plays ? text.find(`${subject}.plays`) : {}) };
  }

  /** The event as a sentence; empty if it has no template. @param {{event: string, data: any}} happened */
  tell(happened) {
    return this.#fill(this.templates[happened.event] ?? "", happened.data ?? {}, this.kinds.events[happened.event]);
  }

  /** A legal move as a sentence. @param {{move: string, args: any}} line */
  offer(line) {
    return this.#fill(this.offers[line.move] ?? line.move, line.args ?? {}, this.kinds.moves[line.move]);
  }

  /** @param {any} template @param {any} data @param {any} kinds */
  #fill(template, data, kinds = {}) {
    const chosen = typeof template === "string" ? template : this.#chosen(template, data);
    const words = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, this.word(value, kinds[name])]));
    return fill(String(chosen), words);
  }

  /** The template for the seat's own value, else for this value, else for its number form, else the `else` one. @param {any} table @param {any} data */
  #chosen(table, data) {
    const value = data[table.when];
    if ("own" in table && value === data.seat) return table.own;
    const number = Array.isArray(value) ? value.length : value;
    const form = typeof number === "number" ? this.text.form(number) : "other";
    return table[keyOf(value)] ?? table[form] ?? table.else ?? "";
  }

  /** A value in words. The kind tells a seat from a number: `seat`, `card?`, `[card]`. @param {any} value @param {string} [kind] @returns {any} */
  word(value, kind = "") {
    const plain = kind.replace(/[[\]?]/g, "");
    if (value === null || value === undefined) return this.words.none ?? "—";
    if (Array.isArray(value)) {
      const words = value.map((each) => String(this.word(each, plain)));
      return plain === "seat" ? this.text.listed(words) : words.join(", ");
    }
    if (plain === "seat" && typeof value === "number") return this.names[value] ?? String(value);
    if (plain === "card" && typeof value === "string") return this.card(value);
    if (plain === "ms" && typeof value === "number") return String(value / 1000);
    const many = this.many[value];
    const word = this.words[value] ?? String(value);
    return many === undefined ? word : new Noun(word, many);
  }

  /** A Wataï card in words: « red 7 ». @param {string} card */
  card(card) {
    const face = faceOf(card);
    if (face in this.words) return this.words[face];
    return fill(this.words.card, { suit: this.words[face[0]], number: face.slice(1) });
  }
}

/** What a Wataï card shows: `r7`, `+` for Start, `-` for Stop, `!` for Extra Stop. @param {string} card */
export function faceOf(card) {
  return "+-!".includes(card[1]) ? card[1] : card.slice(1);
}

/** A value as tables of templates name it. @param {any} value */
function keyOf(value) {
  if (value === null || value === undefined) return "none";
  return Array.isArray(value) && !value.length ? "()" : String(value);
}
