/** A room before its game: how friends come in, the seats, the options, and what the player may do. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../parts/icons.js";
import { chatBox } from "./chat.js";
import { optionName, optionValue } from "./setup.js";

/** @param {import("../app.js").App} app */
export function roomScreen(app) {
  const { room } = app.model;
  return html`
    <div class="room">
      <div class="column">
      ${invite(app, room)}
      <section class="panel seats" aria-labelledby="seats-title">
        <h2 id="seats-title">${app.say("screens.room.seats")}</h2>
        <ol>${room.seats.map((/** @type {any} */ _, /** @type {number} */ seat) => seatLine(app, room, seat))}</ol>
        ${room.watching ? watchers(app, room) : nothing}
        <div class="doing">
          <p class="advice" role="status">${advice(app, room)}</p>
          ${actions(app, room)}
        </div>
      </section>
      </div>
      <div class="column">
        <section class="panel talk" aria-labelledby="chat-title">${chatBox(app)}</section>
        ${options(app, room)}
      </div>
    </div>
  `;
}

/** @param {import("../app.js").App} app @param {any} room */
function invite(app, room) {
  const address = `${location.origin}/r/${room.code}`;
  const copy = async () => {
    await navigator.clipboard?.writeText(address).catch(() => {});
    app.tell(app.say("web.copied"));
  };
  return html`
    <section class="panel invite">
      <h2>${app.say("screens.room.code")} <span class="code">${room.code}</span></h2>
      <p class="say-how">${app.say("web.invite")}</p>
      <p class="row">
        <input class="address" readonly aria-label=${app.say("web.link")} .value=${address} @focus=${(/** @type {any} */ event) => event.target.select()} />
        <button type="button" @click=${copy}>${icon("copy")} ${app.say("web.copy")}</button>
      </p>
      ${qrCode(app, room)}
    </section>
  `;
}

/** The code of the link, which the server draws; without it there is still the link. @param {import("../app.js").App} app @param {any} room */
function qrCode(app, room) {
  const shown = (/** @type {any} */ event) => (event.target.hidden = event.type === "error");
  const source = `/qr/${location.protocol.slice(0, -1)}/${location.host}/${room.code}.png`;
  return html`<img class="qr" src=${source} alt=${app.say("web.qr")} @load=${shown} @error=${shown} />`;
}

/** Who watches, by name; more than are named are counted. The host may send them away. @param {import("../app.js").App} app @param {any} room */
function watchers(app, room) {
  const named = room.watchers;
  const more = room.watching - named.length;
  const hosts = room.you !== null && room.you === room.host;
  const send = (/** @type {string} */ name) => html`<button type="button" class="small" @click=${() => app.ask({ type: "kick", name })}>${app.text.label("screens.room.do.kick")} ${name}</button>`;
  return html`
    <p class="quiet">${app.say("screens.room.watching", { names: [...named, ...(more > 0 ? [`+${more}`] : [])].join(", ") })}</p>
    ${hosts && named.length ? html`<p class="row">${named.map(send)}</p>` : nothing}
  `;
}

/** What others should know of a taken seat. @param {any} room @param {number} seat */
function seatState(room, seat) {
  const state = room.seats[seat];
  if (state.kind === "bot" || state.bot) return "bot";
  if (!state.here) return "away";
  if (seat === room.host) return "host";
  return state.ready ? "ready" : "not_ready";
}

/** @param {import("../app.js").App} app @param {any} room @param {number} seat */
function seatLine(app, room, seat) {
  const state = room.seats[seat];
  const hosts = room.you !== null && room.you === room.host;
  if (state.kind === "open") {
    return html`<li class="open"><span class="grow quiet">${app.say("screens.room.free")}</span>${hosts ? html`<button type="button" @click=${() => addBot(app, seat)}>${app.text.label("screens.room.do.bot")}</button>` : nothing}</li>`;
  }
  const word = seatState(room, seat);
  const send = (/** @type {boolean} */ ban) => () =>
    app.ask(state.kind === "bot" ? { type: "remove_bot", seat } : { type: "kick", seat, ban });
  const away = hosts && seat !== room.you;
  return html`
    <li class=${seat === room.you ? "you" : ""}>
      <span class="grow"><b>${state.name}</b> <span class="state ${word}">${app.say(`screens.room.${word}`)}</span>${distance(app.model, seat)}</span>
      ${away ? html`<button type="button" class="small" @click=${send(false)}>${app.text.label("screens.room.do.kick")}<span class="unseen">: ${state.name}</span></button>` : nothing}
      ${away && state.kind === "player" ? html`<button type="button" class="small" @click=${send(true)}>${app.text.label("screens.room.do.ban")}<span class="unseen">: ${state.name}</span></button>` : nothing}
    </li>
  `;
}

/** How far away a player is, where the server has told it. @param {import("../state/model.js").Model} model @param {number} seat */
export function distance(model, seat) {
  const ms = model.distances[seat] ?? null;
  return ms === null ? nothing : html` <span class="distance">${ms} ms</span>`;
}

/** @param {import("../app.js").App} app @param {any} room */
function advice(app, room) {
  const away = room.seats.filter((/** @type {any} */ state) => state.kind === "player" && !state.here).map((/** @type {any} */ state) => state.name);
  if (away.length) return app.text.count("screens.room.advice_away", away.length, { names: app.text.listed(away) });
  if (room.you === null) return app.say("screens.room.advice_spectator");
  if (room.you !== room.host) return app.say(room.seats[room.you].ready ? "screens.room.advice_guest_ready" : "screens.room.advice_guest");
  if (room.seats.some((/** @type {any} */ state) => state.kind === "open")) {
    return app.say("screens.room.advice_free", { strength: app.say(`screens.strengths.${strength(app)}`) });
  }
  const ready = room.seats.every((/** @type {any} */ state, /** @type {number} */ seat) => state.ready || seat === room.host);
  return app.say(ready ? "screens.room.advice_start" : "screens.room.advice_wait");
}

/** @param {import("../app.js").App} app */
function strength(app) {
  const known = app.game(app.model.room.game).strengths;
  return known.includes(app.draft.strength) ? app.draft.strength : known[0];
}

/** @param {import("../app.js").App} app @param {number} [seat] */
const addBot = (app, seat) => app.ask({ type: "add_bot", strength: strength(app), ...(seat === undefined ? {} : { seat }) });

/** @param {import("../app.js").App} app */
async function fillWithBots(app) {
  const free = app.model.room.seats.filter((/** @type {any} */ state) => state.kind === "open").length;
  for (let bot = 0; bot < free; bot++) await addBot(app);
}

/** @param {import("../app.js").App} app @param {any} room */
function actions(app, room) {
  if (room.you === null) return nothing;
  if (room.you !== room.host) {
    const ready = room.seats[room.you].ready;
    return html`<p class="row"><button type="button" class=${ready ? "" : "primary"} aria-pressed=${ready} @click=${() => app.ask({ type: "ready", ready: !ready })}>${app.text.label("screens.room.do.ready")}</button></p>`;
  }
  const free = room.seats.some((/** @type {any} */ state) => state.kind === "open");
  const known = app.game(room.game).strengths;
  const choose = (/** @type {any} */ event) => {
    app.draft.strength = event.target.value;
    app.change();
  };
  return html`
    <p class="row">
      ${free
        ? html`<button type="button" class="primary" @click=${() => fillWithBots(app)}>${app.say("web.fill_with_bots")}</button>
            <label class="inline">${app.text.label("screens.room.do.strength")} <select @change=${choose}>${known.map((/** @type {string} */ each) => html`<option value=${each} ?selected=${each === strength(app)}>${app.say(`screens.strengths.${each}`)}</option>`)}</select></label>`
        : html`<button type="button" class="primary" @click=${() => app.ask({ type: "start" })}>${app.say("web.start")}</button>`}
    </p>
  `;
}

/** @param {import("../app.js").App} app @param {any} room */
function options(app, room) {
  const chosen = Object.entries(room.options);
  if (!chosen.length) return nothing;
  return html`
    <section class="panel" aria-labelledby="options-title">
      <h2 id="options-title">${app.say("screens.room.options")}</h2>
      <dl class="options">${chosen.map(([name, value]) => html`<dt>${optionName(app.text, name)}</dt><dd>${optionValue(app.text, name, value)}</dd>`)}</dl>
    </section>
  `;
}

/** The keys of the terminal's room. @param {import("../app.js").App} app @param {string} key */
export function roomKeys(app, key) {
  const { room } = app.model;
  const hosts = room.you !== null && room.you === room.host;
  if (key === "r" && room.you !== null && !hosts) app.ask({ type: "ready", ready: !room.seats[room.you].ready });
  else if (key === "s" && hosts) app.ask({ type: "start" });
  else if (key === "b" && hosts) addBot(app);
  else return false;
  return true;
}
