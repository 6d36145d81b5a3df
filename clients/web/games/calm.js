/** What the calm games share: whose turn it is, the legal moves as buttons with keys, what has happened, the scores. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { clock, names } from "../state/model.js";
import { subjectOf } from "../text/text.js";

const DIGITS = "1234567890";
const AZERTY = "&é\"'(-è_çà";
const TOLD = 30;

export class CalmFace {
  /** The board. A calm game gives its own. @param {import("../state/model.js").Model} model @param {any} ui @returns {unknown} */
  board(model, ui) {
    return nothing;
  }

  /** Rows of a name and points in words, the best first. @param {import("../state/model.js").Model} model @param {any} ui @returns {[string, string][]} */
  scores(model, ui) {
    return [];
  }

  /** The moves that stand in the menu; a game leaves out those that its board offers. @param {import("../state/model.js").Model} model */
  offered(model) {
    return model.table?.moves ?? [];
  }

  /** The legal moves of a kind. @param {import("../state/model.js").Model} model @param {string} kind */
  legal(model, kind) {
    return model.pending.size ? [] : (model.table?.moves ?? []).filter((each) => each.move === kind);
  }

  /** Make a move. @param {import("../state/model.js").Move} move @param {Event} event @param {any} ui */
  choose(move, event, ui) {
    ui.play(move, event);
  }

  /** @param {import("../state/model.js").Model} model @param {any} ui */
  table(model, ui) {
    return html`
      <div class="calm">
        ${this.headline(model, ui)}
        <div class="board">${this.board(model, ui)}</div>
        <div class="menu">${model.table?.view.outcome ? this.#result(model, ui) : this.menu(model, ui)}</div>
        ${this.log(model, ui)}
      </div>
    `;
  }

  /** Whose move it is, what is asked, and how long it may take. @param {import("../state/model.js").Model} model @param {any} ui */
  headline(model, ui) {
    const table = /** @type {import("../state/model.js").Table} */ (model.table);
    if (table.view.outcome) return html`<p class="headline">${ui.say("calm.over")}</p>`;
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
    const moves = this.offered(model);
    if (model.table?.seat === null) return nothing;
    if (model.pending.size) return html`<p class="quiet">${ui.say("calm.sent")}</p>`;
    if (!model.table?.moves.length) return html`<p class="quiet">${ui.say("calm.patience")}</p>`;
    const narrator = ui.narrator();
    return html`
      <ol class="moves">
        ${moves.map((move, index) => html`<li><button type="button" @click=${(/** @type {Event} */ event) => this.choose(move, event, ui)}>${index < DIGITS.length ? html`<kbd>${DIGITS[index]}</kbd> ` : nothing}${narrator.offer(move)}</button></li>`)}
      </ol>
    `;
  }

  /** @param {import("../state/model.js").Model} model @param {any} ui */
  #result(model, ui) {
    return html`<table class="scores">${this.scores(model, ui).map(([name, points]) => html`<tr><th scope="row">${name}</th><td>${points}</td></tr>`)}</table>`;
  }

  /** @param {import("../state/model.js").Model} model @param {any} ui */
  log(model, ui) {
    const narrator = ui.narrator();
    const told = model.happened.map((each) => narrator.tell(each)).filter(Boolean).slice(-TOLD).reverse();
    return html`<ol class="happened" aria-label=${ui.say("screens.pages.log")}>${told.map((/** @type {string} */ line) => html`<li>${line}</li>`)}</ol>`;
  }

  /** A digit makes the move that has it. @param {KeyboardEvent} event @param {import("../state/model.js").Model} model @param {any} ui */
  press(event, model, ui) {
    const index = Math.max(DIGITS.indexOf(event.key), ui.settings.layout === "azerty" ? AZERTY.indexOf(event.key) : -1);
    const move = model.pending.size || event.key.length > 1 ? undefined : this.offered(model)[index];
    if (!move) return false;
    this.choose(move, event, ui);
    return true;
  }

  /** @param {any} ui @returns {[string, string][]} */
  keys(ui) {
    return [["1 … 9, 0", ui.say("keys.menu.number")]];
  }
}

/** @param {string} template @param {string} name */
const fillName = (template, name) => template.replace("{name}", name);
