/** The form before a room is opened: seats, whether it is public, and the options of the game. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @param {import("../text/text.js").Text} text @param {string} option */
export const optionName = (text, option) => text.find(`options.names.${option}`) ?? option;

/** A value in words; a number stays one except where it has a meaning, such as 0 for « none ». @param {import("../text/text.js").Text} text @param {string} option @param {any} value */
export const optionValue = (text, option, value) => text.find(`options.values.${option}.${value}`) ?? String(value);

/** @param {import("../app.js").App} app */
export function setupSheet(app) {
  const { draft } = app;
  const known = app.game(draft.game);
  const counts = Array.from({ length: known.seats.most - known.seats.least + 1 }, (_, more) => known.seats.least + more);
  const open = (/** @type {Event} */ event) => {
    event.preventDefault();
    app.open("");
    app.create();
  };
  const keep = (/** @type {object} */ changes) => {
    app.draft = { ...app.draft, ...changes };
    app.change();
  };
  return html`
    <h2 id="sheet-title">${app.say("screens.setting.title", { game: app.say(`games.${draft.game}`) })}</h2>
    <form class="setup" @submit=${open} @invalid=${unfold}>
      <fieldset>
        <legend>${app.text.label("screens.setting.seats")}</legend>
        <p class="row chips">
          ${counts.map((count) => html`<label class="chip"><input type="radio" name="seats" .checked=${count === draft.seats} @change=${() => keep({ seats: count })} /><span>${count}</span></label>`)}
        </p>
      </fieldset>
      <label class="check"><input type="checkbox" .checked=${draft.public} @change=${(/** @type {any} */ event) => keep({ public: event.target.checked })} /><span>${app.say("web.public")}</span></label>
      ${known.options.length ? html`<details><summary>${app.say("screens.room.options")}</summary>${known.options.map((/** @type {any} */ option) => field(app, option, keep))}</details>` : nothing}
      <p class="row"><button class="primary">${app.say("web.open_room")}</button></p>
    </form>
  `;
}

/** A wrong field among the folded options keeps the form from being sent, so it must be seen. */
const unfold = {
  capture: true,
  handleEvent: (/** @type {Event} */ event) => /** @type {HTMLElement} */ (event.target).closest("details")?.setAttribute("open", ""),
};

/** One option, by its type in the catalogue. @param {import("../app.js").App} app @param {any} option @param {(changes: object) => void} keep */
function field(app, option, keep) {
  const value = app.draft.options[option.name] ?? option.default;
  const set = (/** @type {any} */ chosen) => {
    const { [option.name]: _, ...rest } = app.draft.options;
    keep({ options: chosen === option.default ? rest : { ...rest, [option.name]: chosen } });
  };
  const wrong = app.draft.wrong.includes(option.name);
  const number = (/** @type {HTMLInputElement} */ input) => {
    const others = app.draft.wrong.filter((each) => each !== option.name);
    if (!input.checkValidity()) return keep({ wrong: [...others, option.name] });
    app.draft.wrong = others;
    set(input.value === "" ? option.default : input.valueAsNumber);
  };
  const about = option.text ? app.text.find(option.text) : undefined;
  const input = option.words
    ? html`<select @change=${(/** @type {any} */ event) => set(event.target.value)}>${option.words.map((/** @type {string} */ word) => html`<option value=${word} ?selected=${word === value}>${optionValue(app.text, option.name, word)}</option>`)}</select>`
    : option.type === "text"
      ? html`<input maxlength=${option.most} .value=${String(value)} @change=${(/** @type {any} */ event) => set(event.target.value)} />`
      : html`<input type="number" min=${option.least} max=${option.most} placeholder=${option.default} .value=${String(value)} aria-invalid=${wrong} @change=${(/** @type {any} */ event) => number(event.target)} />`;
  return html`<label class="option"><span>${optionName(app.text, option.name)}</span>${input}${wrong ? html`<small class="wrong" role="alert">${app.say("web.between", option)}</small>` : nothing}${about ? html`<small>${about}</small>` : nothing}</label>`;
}
