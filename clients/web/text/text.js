/**
 * The texts of one language, as the server hands them out: the twin of clients/text/catalogue.py.
 * @typedef {string | {[name: string]: any}} Found
 */

export const LANGUAGES = ["en", "fr"];

/** The file of a game: its texts, its rule book. @param {string} game */
export const subjectOf = (game) => game.replaceAll("-", "_");

/**
 * Fill the blanks of a template: `{name}`, or `{name:many}` for the plural of a noun.
 * @param {string} template @param {{[name: string]: any}} values
 */
export function fill(template, values) {
  return template.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name, form) => {
    const value = values[name];
    return form === "many" && value?.many !== undefined ? value.many : String(value);
  });
}

export class Text {
  /** @param {string} language @param {{[subject: string]: any}} subjects */
  constructor(language, subjects) {
    this.language = language;
    this.subjects = subjects;
  }

  /** @param {string} language */
  static async load(language) {
    const answer = await fetch(`/text/${language}.json`);
    return new Text(language, await answer.json());
  }

  /** The text or table of that name, or undefined. @param {string} name @returns {any} */
  find(name) {
    let found = this.subjects;
    for (const part of name.split(".")) found = found?.[part];
    return found;
  }

  /** The text of that name with its blanks filled in. @param {string} name @param {object} [values] @returns {string} */
  say(name, values = {}) {
    const found = this.find(name);
    if (typeof found !== "string") throw new Error(`no text ${name} in ${this.language}`);
    return fill(found, /** @type {any} */ (values));
  }

  /** The same as a label: it begins with a capital. @param {string} name @param {object} [values] */
  label(name, values) {
    const words = this.say(name, values);
    return words[0].toUpperCase() + words.slice(1);
  }

  /** The form of the text for this number, which it may show as `{count}`. @param {string} name @param {number} number @param {object} [values] */
  count(name, number, values = {}) {
    return this.say(`${name}.${this.form(number)}`, { count: number, ...values });
  }

  /** `one` or `other`; in French 0 and 1.5 are `one` too. @param {number} number */
  form(number) {
    const singular = this.language === "fr" ? Math.abs(number) < 2 : Math.abs(number) === 1;
    return singular ? "one" : "other";
  }

  /** Join the words to a list in a sentence. @param {string[]} words */
  listed(words) {
    if (words.length < 2) return words.join("");
    return this.say("main.list", { words: words.slice(0, -1).join(", "), last: words.at(-1) });
  }
}
