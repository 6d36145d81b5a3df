/** A finished game, to be looked at again: forwards, backwards, faster, and race by race. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { faceFor } from "../games/index.js";
import { icon } from "../parts/icons.js";
import { style } from "../parts/style.js";
import { Film } from "../state/film.js";
import { explain } from "../text/refusals.js";
import { Narrator } from "../text/narrator.js";

/** @type {{match: string, film: Film | null, face: any, refused: any}} */
let shown = { match: "", film: null, face: null, refused: null };

/** @param {import("../app.js").App} app @param {string} match */
async function load(app, match) {
  shown = { match, film: null, face: null, refused: null };
  style("/style/replay.css");
  const answer = await app.link.ask({ type: "replay", game: match });
  if (answer.type === "refused") shown.refused = answer;
  else {
    const film = new Film(answer);
    const Face = film.game === "watai" ? await faceFor("watai") : null;
    shown = { match, film, face: Face && new Face(), refused: null };
    film.seek(film.events.findIndex((each) => each.event === "Started") + 1);
  }
  app.change();
}

/** @param {import("../app.js").App} app */
export function replayScreen(app) {
  if (shown.match !== app.route.name) load(app, app.route.name);
  if (shown.refused) return html`<p class="table-wait wrong">${explain(app.text, shown.refused)}</p>`;
  const { film } = shown;
  if (!film) return html`<p class="table-wait">${app.say("screens.wait.moment")}</p>`;
  film.advance(performance.now());
  if (film.running) requestAnimationFrame(() => app.change());
  return html`<div class="replay">${controls(app, film)} ${table(app, film)} ${races(app, film)}</div>`;
}

/** @param {import("../app.js").App} app @param {Film} film */
function controls(app, film) {
  const does = (/** @type {() => void} */ act) => () => {
    act();
    app.change();
  };
  const button = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {() => void} */ act) =>
    html`<button type="button" aria-label=${app.say(`keys.replay.${name}`)} title=${app.say(`keys.replay.${name}`)} @click=${does(act)}>${icon(sign)}</button>`;
  const seconds = Math.trunc(film.t / 1e6);
  const time = `${Math.trunc(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return html`
    <div class="film">
      <input type="range" min="0" max=${film.events.length} .value=${String(film.place)} aria-label=${app.say("web.moment")} @input=${(/** @type {any} */ event) => does(() => film.seek(event.target.valueAsNumber))()} />
      <p class="row">
        ${button("start", "start", () => film.seek(0))} ${button("back", "step_back", () => film.seek(film.place - 1))}
        <button type="button" class="primary" aria-label=${app.say("keys.replay.play")} title=${app.say("keys.replay.play")} @click=${does(() => film.play())}>${icon(film.running ? "pause" : "play")}</button>
        ${button("forward", "step_on", () => film.seek(film.place + 1))} ${button("end", "end", () => film.seek(film.events.length))}
        ${button("slower", "less", () => film.faster(-1))} <span class="speed">${film.speed}×</span> ${button("faster", "more", () => film.faster(1))}
        <span class="time">${time}</span>
      </p>
    </div>
  `;
}

/** The table where the page can fold the game; otherwise what has happened, in sentences. @param {import("../app.js").App} app @param {Film} film */
function table(app, film) {
  const model = film.model();
  const narrator = new Narrator(app.text, film.game, film.names, app.kinds[film.game]);
  if (shown.face) {
    const ui = Object.assign(Object.create(app), { model, narrator: () => narrator, play() {}, change() {} });
    return html`<div class="table game-${film.game}">${shown.face.table(model, ui)}</div>`;
  }
  const told = film.past.map((each) => narrator.tell(each)).filter(Boolean).reverse();
  return html`<ol class="story panel">${told.map((line, place) => html`<li class=${place ? "" : "now"}>${line}</li>`)}</ol>`;
}

/** Every race of the game; a tap goes there. @param {import("../app.js").App} app @param {Film} film */
function races(app, film) {
  const all = film.events.flatMap((each, place) => (each.race?.beat ?? []).map((/** @type {any} */ beaten) => ({ each, place, beaten })));
  if (!all.length) return nothing;
  const go = (/** @type {number} */ place) => () => {
    film.running = false;
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

/** The keys of the terminal's replay. @param {import("../app.js").App} app @param {string} key */
export function replayKeys(app, key) {
  const { film } = shown;
  /** @type {{[key: string]: (film: Film) => void}} */
  const acts = {
    " ": (film) => film.play(),
    ArrowLeft: (film) => film.seek(film.place - 1),
    h: (film) => film.seek(film.place - 1),
    ArrowRight: (film) => film.seek(film.place + 1),
    l: (film) => film.seek(film.place + 1),
    "+": (film) => film.faster(1),
    "=": (film) => film.faster(1),
    "-": (film) => film.faster(-1),
    g: (film) => film.seek(0),
    Home: (film) => film.seek(0),
    G: (film) => film.seek(film.events.length),
    End: (film) => film.seek(film.events.length),
  };
  if (!film || !acts[key]) return false;
  acts[key](film);
  app.change();
  return true;
}
