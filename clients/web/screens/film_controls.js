/** What a film is steered with: where it is, forwards and backwards, its speed, through whose eyes; and the keys of the terminal's replay. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../parts/icons.js";

const JUMP = 10; // seconds

/** What each command does. @type {{[name: string]: (film: import("../state/film.js").Film) => void}} */
const ACTS = {
  play: (film) => film.play(),
  back: (film) => film.step(-1),
  forward: (film) => film.step(1),
  later: (film) => film.shift(JUMP),
  earlier: (film) => film.shift(-JUMP),
  next_round: (film) => film.jump(film.source.rounds, 1),
  last_round: (film) => film.jump(film.source.rounds, -1),
  next_race: (film) => film.jump(film.races, 1),
  last_race: (film) => film.jump(film.races, -1),
  faster: (film) => film.faster(1),
  slower: (film) => film.faster(-1),
  start: (film) => film.seek(0),
  end: (film) => film.step(film.last),
};
/** @type {{[key: string]: string}} */
const KEYS = {
  " ": "play", ArrowLeft: "back", h: "back", ArrowRight: "forward", l: "forward", ArrowUp: "later", ArrowDown: "earlier",
  n: "next_round", p: "last_round", r: "next_race", R: "last_race", "+": "faster", "=": "faster", "-": "slower",
  g: "start", Home: "start", G: "end", End: "end",
};

/** @param {import("../app.js").App} app @param {import("../state/film.js").Film} film @param {(seat: number | null) => void} lookAs */
export function controls(app, film, lookAs) {
  const button = (/** @type {string} */ name, sign = name, kind = "") =>
    html`<button type="button" class=${kind} aria-label=${app.say(`keys.replay.${name}`)} title=${app.say(`keys.replay.${name}`)} @click=${() => does(app, film, name)}>${icon(sign)}</button>`;
  const seconds = Math.trunc(film.t / 1e6);
  const time = `${Math.trunc(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const slide = (/** @type {any} */ event) => {
    film.running = false;
    film.go(event.target.valueAsNumber);
    app.change();
  };
  return html`
    <div class="film">
      <p class="row">
        ${button("start")} ${button("last_round")} ${button("back", "step_back")} ${button("play", film.running ? "pause" : "play", "primary")}
        ${button("forward", "step_on")} ${button("next_round")} ${button("end")}
      </p>
      <p class="row where">
        <input type="range" min="0" max=${film.last} .value=${String(film.index)} aria-label=${app.say("web.moment")} aria-valuetext=${`${film.index + 1} / ${film.last + 1}, ${time}`} @input=${slide} />
        <span class="time">${time}</span>
      </p>
      <p class="row how">
        <span class="speeds">${button("slower", "less")} <span class="speed">${film.speed}×</span> ${button("faster", "more")}</span>
        ${eyes(app, film, lookAs)}
      </p>
    </div>
  `;
}

/** Whose cards are shown, in games with secrets. @param {import("../app.js").App} app @param {import("../state/film.js").Film} film @param {(seat: number | null) => void} lookAs */
function eyes(app, film, lookAs) {
  const { seat } = /** @type {any} */ (film.source);
  if (seat === undefined) return nothing;
  const choose = (/** @type {any} */ event) => lookAs(event.target.value === "" ? null : Number(event.target.value));
  const choice = (/** @type {string} */ value, /** @type {string} */ words) => html`<option value=${value} ?selected=${value === String(seat ?? "")}>${words}</option>`;
  return html`
    <label class="inline eyes">${app.say("web.eyes")} <select @change=${choose}>${choice("", app.say("web.spectator"))}${film.names.map((/** @type {string} */ name, /** @type {number} */ each) => choice(String(each), name))}</select></label>
  `;
}

/** @param {import("../app.js").App} app @param {import("../state/film.js").Film} film @param {string} command */
function does(app, film, command) {
  ACTS[command](film);
  app.change();
}

/** Whether the film made something of the key. @param {import("../state/film.js").Film} film @param {string} key */
export function filmKeys(film, key) {
  const command = KEYS[key];
  if (!command) return false;
  ACTS[command](film);
  return true;
}

/** The keys and what they do, for the page of keys. @param {import("../app.js").App} app @returns {[string, string][]} */
export function filmKeyRows(app) {
  const shown = { " ": "␣", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };
  const rows = Object.keys(ACTS).map((command) => Object.keys(KEYS).filter((key) => KEYS[key] === command));
  return rows.map((keys) => [keys.map((key) => shown[/** @type {" "} */ (key)] ?? key).join(" "), app.say(`keys.replay.${KEYS[keys[0]]}`)]);
}
