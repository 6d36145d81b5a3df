/**
 * What the calm games share: whose turn it is, the legal moves as buttons with keys, what has happened, the scores.
 *
 * A move may be said in several steps (« Give salt », then « Take tea »): `paths` names them, and an entry is what can be
 * said next. Every entry has a digit, and a button in the menu or, by `spot`, on the board.
 * @typedef {{words: string, move: import("../state/model.js").Move | null, digit: string}} Entry
 */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { press } from "../parts/tap.js";
import { clock, names } from "../state/model.js";
import { subjectOf } from "../text/text.js";

const DIGITS = "1234567890";
const AZERTY = "&é\"'(-è_çà";
const TOLD = 30;

export class CalmFace {
  /** @type {string[]} the steps that the player has said of the next move */
  said = [];
  /** The event after which they were said. */
  #seq = -1;
  /** @type {Set<string>} the entries that the board shows */
  #onBoard = new Set();

  /** The board. A calm game gives its own. @param {import("../state/model.js").Model} model @param {any} ui @returns {unknown} */
  board(model, ui) {
    return nothing;
  }

  /** What the player holds, in games with hands. @param {import("../state/model.js").Model} model @param {any} ui @returns {unknown} */
  hand(model, ui) {
    return nothing;
  }

  /** Rows of a name and points in words, the best first. @param {import("../state/model.js").Model} model @param {any} ui @returns {[string, string][]} */
  scores(model, ui) {
    return [];
  }

  /**
   * The ways to say a move, each a list of steps; equal words are the same step.
   * @param {import("../state/model.js").Move} move @param {import("../state/model.js").Model} model @param {any} ui @returns {string[][]}
   */
  paths(move, model, ui) {
    return [[ui.narrator().offer(move)]];
  }

  /** What can be said next. @param {import("../state/model.js").Model} model @param {any} ui @returns {Entry[]} */
  entries(model, ui) {
    if (!model.table || model.pending.size) return [];
    if (this.#seq !== model.table.seq) this.said = [];
    this.#seq = model.table.seq;
    const depth = this.said.length;
    /** @type {Map<string, import("../state/model.js").Move | null>} */
    const found = new Map();
    for (const move of model.table.moves) {
      for (const path of this.paths(move, model, ui)) {
        if (path.length <= depth || this.said.some((words, step) => path[step] !== words)) continue;
        if (!found.has(path[depth])) found.set(path[depth], path.length === depth + 1 ? move : null);
      }
    }
    return [...found].map(([words, move], index) => ({ words, move, digit: DIGITS[index] ?? "" }));
  }

  /** Say a step; the last one makes the move. @param {Entry} entry @param {Event} event @param {any} ui */
  choose(entry, event, ui) {
    // A second tap may come before the page is drawn anew: it counts only if the same can still be said.
    const now = this.entries(ui.model, ui).find((each) => each.words === entry.words);
    if (now?.move) {
      this.said = [];
      ui.play(now.move, event);
    } else if (now) {
      this.said = [...this.said, now.words];
      ui.change();
    }
  }

  /**
   * A place on the board: a button while it can be said next.
   * @param {string | undefined} words @param {unknown} content @param {string} kind @param {import("../state/model.js").Model} model @param {any} ui
   */
  spot(words, content, kind, model, ui) {
    const entry = words === undefined ? undefined : this.entries(model, ui).find((each) => each.words === words);
    if (!entry) return html`<span class="spot ${kind} ${words !== undefined && this.said.includes(words) ? "said" : ""}">${content}</span>`;
    this.#onBoard.add(entry.words);
    const act = press((event) => this.choose(entry, event, ui));
    return html`<button type="button" class="spot open ${kind}" @pointerdown=${act} @click=${act}>${content}<span class="unseen">${words}</span>${digit(entry)}</button>`;
  }

  /** @param {Entry} entry @param {any} ui */
  #offer(entry, ui) {
    const act = press((event) => this.choose(entry, event, ui));
    return html`<li><button type="button" @pointerdown=${act} @click=${act}>${digit(entry)}${entry.words}</button></li>`;
  }

  /** @param {import("../state/model.js").Model} model @param {any} ui */
  table(model, ui) {
    this.#onBoard.clear();
    return html`
      <div class="calm">
        ${this.headline(model, ui)}
        <div class="board">${this.board(model, ui)}</div>
        ${this.#dock(model, ui)}
        ${this.log(model, ui)}
      </div>
    `;
  }

  /** What a player acts with: the hand and the menu, which a small screen keeps in sight. @param {import("../state/model.js").Model} model @param {any} ui */
  #dock(model, ui) {
    const hand = this.hand(model, ui); // before the menu, which leaves out what it offers
    const over = model.table?.view.outcome;
    const below = !over ? this.menu(model, ui) : model.room.status === "finished" ? nothing : this.result(model, ui); // the end of a film
    return html`<div class="dock">${hand}<div class="menu">${below}</div></div>`;
  }

  /** Whose move it is, what is asked, and how long it may take. @param {import("../state/model.js").Model} model @param {any} ui */
  headline(model, ui) {
    const table = /** @type {import("../state/model.js").Table} */ (model.table);
    if (table.view.outcome) return model.room.status === "finished" ? nothing : html`<p class="headline">${ui.say("calm.over")}</p>`;
    const mine = table.prompts.find((each) => each.seat === table.seat);
    const shown = mine ?? table.prompts[0];
    if (!shown) return nothing;
    const subject = subjectOf(table.game);
    const name = names(model)[shown.seat];
    const words = mine
      ? ui.say("calm.yours_to", { name, question: ui.text.find(`${subject}.asks.${mine.ask}`) ?? "" })
      : fillName(ui.text.find(`${subject}.waits.${shown.ask}`) ?? "{name}", name);
    return html`<p class="headline ${mine ? "mine" : ""}" aria-live="polite">${words}${this.#left(table, shown.until, ui)}</p>`;
  }

  /** @param {import("../state/model.js").Table} table @param {number | null} until @param {any} ui */
  #left(table, until, ui) {
    if (until === null) return nothing;
    const seconds = Math.max(0, Math.ceil((until - clock(table, performance.now())) / 1000));
    const told = { minutes: Math.trunc(seconds / 60), seconds: String(seconds % 60).padStart(2, "0") };
    return html` <span class="clock ${seconds <= 10 ? "urgent" : ""}" aria-hidden="true">${ui.say("calm.clock", told)}</span>`;
  }

  /** @param {import("../state/model.js").Model} model @param {any} ui */
  menu(model, ui) {
    if (model.table?.seat === null) return nothing;
    if (model.pending.size) return html`<p class="quiet">${ui.say("calm.sent")}</p>`;
    if (!model.table?.moves.length) return html`<p class="quiet">${ui.say("calm.patience")}</p>`;
    const entries = this.entries(model, ui).filter((entry) => !this.#onBoard.has(entry.words));
    return html`
      ${this.said.length ? html`<p class="so-far"><b>${this.said.join(" → ")}</b> <button type="button" class="small" @click=${() => this.#back(ui)}>${ui.say("web.back")} <kbd>Esc</kbd></button></p>` : nothing}
      <ol class="moves">${entries.map((entry) => this.#offer(entry, ui))}</ol>
    `;
  }

  /** Take the last step back. @param {any} ui */
  #back(ui) {
    this.said = this.said.slice(0, -1);
    ui.change();
  }

  /** Everybody's points, the best first. @param {import("../state/model.js").Model} model @param {any} ui */
  result(model, ui) {
    return html`<table class="scores">${this.scores(model, ui).map(([name, points]) => html`<tr><th scope="row">${name}</th><td>${points}</td></tr>`)}</table>`;
  }

  /** @param {import("../state/model.js").Model} model @param {any} ui */
  log(model, ui) {
    const narrator = ui.narrator();
    const told = model.happened.map((each) => narrator.tell(each)).filter(Boolean).slice(-TOLD).reverse();
    return html`<ol class="happened" tabindex="0" aria-label=${ui.say("screens.pages.log")}>${told.map((/** @type {string} */ line) => html`<li>${line}</li>`)}</ol>`;
  }

  /** A digit says the step that has it; Escape takes one back. @param {KeyboardEvent} event @param {import("../state/model.js").Model} model @param {any} ui */
  press(event, model, ui) {
    if (event.key === "Escape" && this.said.length) {
      this.#back(ui);
      return true;
    }
    const index = Math.max(DIGITS.indexOf(event.key), ui.settings.layout === "azerty" ? AZERTY.indexOf(event.key) : -1);
    const entry = event.key.length > 1 ? undefined : this.entries(model, ui)[index];
    if (!entry) return false;
    this.choose(entry, event, ui);
    return true;
  }

  /** @param {any} ui @returns {[string, string][]} */
  keys(ui) {
    return [["1 … 9, 0", ui.say("keys.menu.number")]];
  }
}

/** @param {Entry} entry */
const digit = (entry) => (entry.digit ? html`<kbd>${entry.digit}</kbd> ` : nothing);

/** @param {string} template @param {string} name */
const fillName = (template, name) => template.replace("{name}", name);
