/** A finished game, to be looked at again: its table at any moment, what happened there, and who was quicker than whom. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { faceFor } from "../games/index.js";
import { style } from "../parts/style.js";
import { Film } from "../state/film.js";
import { Folded } from "../state/folded.js";
import { Scenes } from "../state/scenes.js";
import { explain } from "../text/refusals.js";
import { Narrator } from "../text/narrator.js";
import { playerNames } from "../text/seats.js";
import { controls, filmKeys } from "./film_controls.js";

/** @type {{match: string, film: Film | null, face: any, refused: any}} */
let shown = { match: "", film: null, face: null, refused: null };

/** @param {import("../app.js").App} app @param {string} match */
async function load(app, match) {
  const here = { match, film: /** @type {Film | null} */ (null), face: /** @type {any} */ (null), refused: /** @type {any} */ (null) };
  shown = here;
  style("/style/replay.css");
  const replay = await app.link.ask({ type: "replay", game: match });
  if (replay.type === "refused") here.refused = replay;
  else {
    replay.names = playerNames(app.text, replay.names);
    const Face = await faceFor(replay.game);
    here.face = new Face();
    if (replay.game === "watai") {
      here.film = new Film(replay, new Folded(replay));
      here.film.seek(replay.events.findIndex((/** @type {any} */ each) => each.event === "Started") + 1);
    } else {
      const { room } = app.model;
      const scenes = new Scenes(replay, room?.match === match ? room.you : null); // a player sees the own cards first
      here.refused = await scenes.load((message) => app.link.ask(message), match, () => {
        here.film ??= new Film(replay, scenes);
        app.change();
      });
    }
  }
  app.change();
}

/** Show the same moment through the eyes of another seat. @param {import("../app.js").App} app @param {Film} film @param {number | null} seat */
async function lookAs(app, film, seat) {
  const scenes = new Scenes(film, seat);
  const refused = await scenes.load((message) => app.link.ask(message), film.match, () => {});
  if (refused) app.tell(explain(app.text, refused), "error");
  else film.source = scenes;
  app.change();
}

/** @param {import("../app.js").App} app */
export function replayScreen(app) {
  if (shown.match !== app.route.name) load(app, app.route.name);
  if (shown.refused) return html`<p class="table-wait wrong" role="alert">${explain(app.text, shown.refused)}</p>`;
  const { film } = shown;
  if (!film) return html`<p class="table-wait" role="status">${app.say("screens.wait.moment")}</p>`;
  film.advance(performance.now());
  if (film.running) requestAnimationFrame(() => app.change());
  const narrator = new Narrator(app.text, film.game, film.names, app.kinds[film.game]);
  return html`
    <div class="replay">
      ${controls(app, film, (seat) => lookAs(app, film, seat))} ${news(film, narrator)} ${table(app, film, narrator)} ${races(app, film)}
    </div>
  `;
}

/** What happened in this step; spoken while somebody goes step by step. @param {Film} film @param {Narrator} narrator */
function news(film, narrator) {
  const told = film.index ? film.news.map((each) => narrator.tell(each)).filter(Boolean) : []; // before the first step the table is only laid
  return html`<p class="news" aria-live=${film.running ? "off" : "polite"}>${told.join(" ")}</p>`;
}

/** @param {import("../app.js").App} app @param {Film} film @param {Narrator} narrator */
function table(app, film, narrator) {
  const model = film.model();
  const ui = Object.assign(Object.create(app), { model, narrator: () => narrator, play() {}, change() {}, halted: () => null });
  return html`<div class="table game-${film.game}">${shown.face.table(model, ui)}</div>`;
}

/** Every race of the game; a tap goes there. @param {import("../app.js").App} app @param {Film} film */
function races(app, film) {
  const all = film.events.flatMap((each, place) => (each.race?.beat ?? []).map((/** @type {any} */ beaten) => ({ each, place, beaten })));
  if (!all.length) return nothing;
  const go = (/** @type {number} */ place) => () => {
    film.seek(place + 1);
    app.change();
  };
  return html`
    <details class="all-races">
      <summary>${app.say("watai.face.races")} (${all.length})</summary>
      <ol>
        ${all.map(({ each, place, beaten }) => {
          const lead = beaten.ms ? app.say("watai.face.lead", { ms: beaten.ms }) : app.say("watai.face.by_lot");
          const values = { pile: each.data.pile, winner: film.names[each.data.seat], loser: film.names[beaten.seat], lead };
          return html`<li><button type="button" class="small" @click=${go(place)}>${app.say(each.data.pile === undefined ? "watai.face.shouted" : "watai.face.race", values)}</button></li>`;
        })}
      </ol>
    </details>
  `;
}

/** @param {import("../app.js").App} app @param {string} key */
export function replayKeys(app, key) {
  if (!shown.film || !filmKeys(shown.film, key)) return false;
  app.change();
  return true;
}
