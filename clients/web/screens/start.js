/** The start: a name, the five games, open rooms, a code; or, from an invitation, one button to sit down. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { identity } from "../link/identity.js";
import { readCode } from "../state/route.js";
import { explain } from "../text/refusals.js";
import { sign } from "../parts/signs.js";

/** @param {import("../app.js").App} app */
export function startScreen(app) {
  const invited = app.route.kind !== "start";
  return html`<div class="start">${nameField(app)} ${invited ? invitation(app) : [games(app), rooms(app)]}</div>`;
}

/** @param {import("../app.js").App} app */
function nameField(app) {
  const keep = (/** @type {Event} */ event) => (app.draft.name = /** @type {HTMLInputElement} */ (event.target).value);
  return html`
    <label class="name">
      <span>${app.say("web.name")}</span>
      <input maxlength="24" autocomplete="nickname" placeholder=${app.talk.name} .value=${app.draft.name} @input=${keep} @change=${() => named(app)} />
    </label>
  `;
}

/** Take the name that stands in the field; the suggested one if it is empty. @param {import("../app.js").App} app */
function named(app) {
  if (!app.draft.name.trim()) app.draft.name = app.talk.name;
  identity.name = app.draft.name.trim();
  app.rename(app.draft.name);
}

/** Do something under that name. @param {import("../app.js").App} app @param {() => unknown} act */
function as(app, act) {
  return () => {
    named(app);
    act();
  };
}

/** A link to a game, a room, or a room to watch. @param {import("../app.js").App} app */
function invitation(app) {
  const { kind, name } = app.route;
  const shut = app.shut;
  if (kind === "play") {
    return html`
      <section class="panel invitation">
        <h2>${sign(name)} ${app.text.find(`games.${name}`) ?? name}</h2>
        <p>${app.text.find(`games.about.${name}`) ?? ""}</p>
        <button type="button" class="primary" @click=${as(app, () => app.playNow(name))}>${app.say("web.play_now")}</button>
      </section>
    `;
  }
  const room = app.rooms.find((each) => each.code === name); // only public rooms are listed
  const may = shut && ["game/running", "room/full"].includes(shut.code);
  return html`
    <section class="panel invitation">
      <h2>${app.say("screens.room.code")} <span class="code">${name}</span></h2>
      ${room ? html`<p>${sign(room.game)} ${app.say(`games.${room.game}`)} · ${room.host}</p>` : nothing}
      ${shut ? html`<p class="wrong" role="alert">${explain(app.text, shut)}</p>` : nothing}
      <p class="row">
        ${shut ? nothing : html`<button type="button" class="primary" @click=${as(app, () => app.enter(kind === "watch" ? "watch" : "room", name))}>${app.say(kind === "watch" ? "web.watch" : "web.sit_down")}</button>`}
        ${(kind === "room" && !shut) || may ? html`<button type="button" @click=${as(app, () => app.enter("watch", name))}>${app.say("web.watch")}</button>` : nothing}
        ${shut ? html`<button type="button" @click=${() => app.go({ kind: "start", name: "" })}>${app.say("web.to_start")}</button>` : nothing}
      </p>
    </section>
  `;
}

/** @param {import("../app.js").App} app */
function games(app) {
  return html`
    <section aria-labelledby="games-title">
      <h2 id="games-title">${app.say("screens.choose.title")}</h2>
      <ul class="games">
        ${app.catalogue.games.map(
          (/** @type {{game: string}} */ { game }) => html`
            <li class="panel game game-${game}">
              <h3>${sign(game)} ${app.say(`games.${game}`)}</h3>
              <p>${app.say(`games.about.${game}`)}</p>
              <p class="row">
                <button type="button" class="primary" @click=${as(app, () => app.playNow(game))}>${app.say("web.play_now")}<span class="unseen">: ${app.say(`games.${game}`)}</span></button>
                <button type="button" @click=${as(app, () => setUp(app, game))}>${app.say("web.with_friends")}<span class="unseen">: ${app.say(`games.${game}`)}</span></button>
              </p>
            </li>
          `,
        )}
        <li class="panel">${byCode(app)}</li>
      </ul>
    </section>
  `;
}

/** @param {import("../app.js").App} app @param {string} game */
function setUp(app, game) {
  app.draft = { ...app.draft, game, seats: app.usual(game).seats, options: {}, wrong: [] };
  app.open("setup");
}

/** @param {import("../app.js").App} app */
function rooms(app) {
  return html`
    <section class="panel" aria-labelledby="rooms-title">
      <h2 id="rooms-title">${app.say("screens.lobby.title")}</h2>
      ${app.rooms.length ? html`<ul class="rooms">${app.rooms.map((room) => line(app, room))}</ul>` : html`<p class="quiet">${app.say("screens.lobby.empty")}</p>`}
    </section>
  `;
}

/** @param {import("../app.js").App} app @param {any} room */
function line(app, room) {
  const joins = room.status === "waiting" && room.free > 0;
  const state = joins ? app.text.count("web.free", room.free) : app.say(`screens.lobby.${room.status}`);
  const about = `${room.host}, ${room.code}`;
  return html`
    <li>
      ${sign(room.game)}
      <span class="grow"><b>${room.host || room.code}</b><br /><span class="quiet">${app.say(`games.${room.game}`)} · ${state}</span></span>
      <button type="button" class=${joins ? "primary" : ""} @click=${as(app, () => app.enter(joins ? "room" : "watch", room.code))}>
        ${app.say(joins ? "web.sit_down" : "web.watch")}<span class="unseen">: ${about}</span>
      </button>
    </li>
  `;
}

/** @param {import("../app.js").App} app */
function byCode(app) {
  const enter = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const code = readCode(String(new FormData(form).get("code")));
    const kind = /** @type {HTMLButtonElement} */ (event.submitter)?.value === "watch" ? "watch" : "room";
    if (code) as(app, () => app.enter(kind, code))();
  };
  return html`
    <form class="by-code" @submit=${enter}>
      <label for="code">${app.say("web.by_code")}</label>
      <input id="code" name="code" autocomplete="off" autocapitalize="none" spellcheck="false" />
      <button class="primary" value="room">${app.say("web.sit_down")}</button>
      <button value="watch">${app.say("web.watch")}</button>
    </form>
  `;
}
