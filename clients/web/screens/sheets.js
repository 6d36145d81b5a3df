/** What lies on top of a screen for a while: chat, log, rules, keys, settings, the form for a room, leaving. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../parts/icons.js";
import { CHOICES } from "../state/settings.js";
import { chatSheet } from "./chat.js";
import { filmKeyRows } from "./film_controls.js";
import { setupSheet } from "./setup.js";
import { rulesSheet } from "./rules.js";

/** @type {{[name: string]: (app: import("../app.js").App) => unknown}} */
const SHEETS = { chat: chatSheet, log: logSheet, rules: rulesSheet, keys: keysSheet, settings: settingsSheet, setup: setupSheet, leave: leaveSheet };

/** @param {import("../app.js").App} app */
export function sheet(app) {
  return html`
    <div class="sheet-body">
      <button type="button" class="icon-button close" aria-label=${app.say("screens.pages.back")} @click=${() => app.open("")}>${icon("close")}</button>
      ${SHEETS[app.sheet](app)}
    </div>
  `;
}

/** @param {import("../app.js").App} app */
function logSheet(app) {
  const narrator = app.narrator();
  const lines = app.model.happened.map((each) => narrator.tell(each)).filter(Boolean);
  return html`<h2 id="sheet-title">${app.say("screens.pages.log")}</h2><ol class="log" reversed>${lines.reverse().map((line) => html`<li>${line}</li>`)}</ol>`;
}

/** @param {import("../app.js").App} app */
function keysSheet(app) {
  const own = app.route.kind === "replay" ? filmKeyRows(app) : (app.face?.keys?.(app) ?? []);
  const rows = [...own, ...(app.route.kind === "replay" ? [] : [["p", app.say("keys.app.pause")]]), ["?", app.say("keys.app.help")], ["/", app.say("keys.app.chat")], ["F3", app.say("keys.app.log")], ["F4", app.say("keys.app.rules")]];
  return html`<h2 id="sheet-title">${app.say("screens.pages.keys")}</h2><table class="keys">${rows.map(([key, does]) => html`<tr><th scope="row"><kbd>${key}</kbd></th><td>${does}</td></tr>`)}</table>`;
}

/** @param {import("../app.js").App} app */
function settingsSheet(app) {
  return html`
    <h2 id="sheet-title">${app.say("web.settings.title")}</h2>
    ${Object.entries(CHOICES).map(
      ([name, values]) => html`
        <fieldset>
          <legend>${app.say(`web.settings.${name}`)}</legend>
          <p class="row chips">
            ${values.map((value) => html`<label class="chip"><input type="radio" name=${name} .checked=${value === app.settings[/** @type {"theme"} */ (name)]} @change=${() => app.set({ [name]: value })} /><span>${app.text.find(`web.settings.values.${value}`) ?? value.toUpperCase()}</span></label>`)}
          </p>
        </fieldset>
      `,
    )}
    ${app.model.room || app.route.kind === "replay" ? html`<p class="row"><button type="button" @click=${() => app.open("keys")}>${app.say("screens.pages.keys")}</button>${app.model.room ? pause(app) : nothing}</p>` : nothing}
  `;
}

/** A player alone with bots may stop the game. @param {import("../app.js").App} app */
function pause(app) {
  if (!app.pausing.isPossible(app.model)) return nothing;
  const toggle = () => {
    app.togglePause();
    app.open("");
  };
  return html`<button type="button" @click=${toggle}>${app.say(app.pausing.asked ? "web.go_on" : "web.pause")}</button>`;
}

/** @param {import("../app.js").App} app */
function leaveSheet(app) {
  return html`
    <h2 id="sheet-title">${app.text.label("keys.app.leave")}</h2>
    <p>${app.say("web.leave_sure")}</p>
    <p class="row"><button type="button" class="primary" @click=${() => app.open("")}>${app.say("web.stay")}</button><button type="button" @click=${() => app.leave()}>${app.text.label("screens.table.leave")}</button></p>
  `;
}
