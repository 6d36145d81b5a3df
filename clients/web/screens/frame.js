/** Everything on the page: the bar on top, the screen below it, notes, and the sheet that lies on top. */
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { TAKEN_OVER } from "../link/link.js";
import { icon } from "../parts/icons.js";
import { startScreen } from "./start.js";
import { roomScreen } from "./room.js";
import { tableScreen } from "./table.js";
import { replayScreen } from "./replay.js";
import { sheet } from "./sheets.js";

/** @param {import("../app.js").App} app */
export function draw(app) {
  const { room } = app.model;
  const focused = document.activeElement;
  render(
    html`
      ${bar(app)} ${banner(app)}
      <main class=${isAtTable(app) ? "at-table" : ""} tabindex="-1">${screen(app)}</main>
      ${app.note ? html`<p class="note ${app.note.kind}" aria-hidden="true">${app.note.words}</p>` : nothing}
      <dialog class="sheet" aria-labelledby="sheet-title" @close=${() => app.open("")} @click=${closeOutside}>
        ${app.sheet ? sheet(app) : nothing}
      </dialog>
    `,
    app.place,
  );
  if (app.place.contains(focused) || lost(focused)) keepFocus(app);
  showTop(app);
  document.title = room ? `${app.say(`games.${room.game}`)} · ${app.say("web.title")}` : app.say("web.title");
  const dialog = /** @type {HTMLDialogElement} */ (app.place.querySelector("dialog"));
  if (app.sheet && !dialog.open) dialog.showModal();
  else if (!app.sheet && dialog.open) dialog.close();
  if (app.sheet !== sheetShown) sheetChanged(app, dialog);
}

/** The screen that was drawn last. */
let screenShown = "";

/** Another screen begins at its top, wherever the last one was scrolled to. @param {import("../app.js").App} app */
function showTop(app) {
  const { route, model } = app;
  const now = isAtTable(app) ? `${route.kind} ${route.name}` : model.room ? `room ${model.room.code}` : route.kind;
  if (now === screenShown) return;
  screenShown = now;
  scrollTo(0, 0);
  /** @type {HTMLElement} */ (app.place.querySelector("main")).scrollTop = 0;
}

/** The sheet that was drawn last, or "". */
let sheetShown = "";

/** Who opens the chat wants to type; who closes a sheet at a table wants to play, and Space must not open it again. @param {import("../app.js").App} app @param {HTMLDialogElement} dialog */
function sheetChanged(app, dialog) {
  sheetShown = app.sheet;
  if (app.sheet === "chat") /** @type {HTMLElement} */ (dialog.querySelector("input")).focus();
  else if (!app.sheet && isAtTable(app)) /** @type {HTMLElement} */ (app.place.querySelector("main")).focus({ preventScroll: true });
}

/** Whether the screen is a table: a game that is on or over, or a film of one. @param {import("../app.js").App} app */
const isAtTable = (app) => app.route.kind === "replay" || (app.model.room && app.model.room.status !== "waiting");

/** Whether an element that had the focus is gone, or cannot have it any more. @param {Element | null} element */
const lost = (element) => element !== null && element !== document.body && (!element.isConnected || element.matches(":disabled"));

/**
 * Who steers by keys goes on from the screen if what had the focus is gone; not from another button, which a held key would press.
 * @param {import("../app.js").App} app
 */
function keepFocus(app) {
  const now = document.activeElement;
  if (now !== document.body && !lost(now)) return;
  /** @type {HTMLElement} */ (app.place.querySelector("main")).focus({ preventScroll: true });
}

/** A tap beside the sheet closes it: only there is the dialog itself the target. @param {Event} event */
function closeOutside(event) {
  if (event.target === event.currentTarget) /** @type {HTMLDialogElement} */ (event.currentTarget).close();
}

/** @param {import("../app.js").App} app */
function screen(app) {
  const { room } = app.model;
  if (app.route.kind === "replay") return replayScreen(app);
  if (!room) return startScreen(app);
  return room.status === "waiting" ? roomScreen(app) : tableScreen(app);
}

/** Seconds without an answer after which a player should know. */
const SILENT = 2;

/** @param {import("../app.js").App} app */
function bar(app) {
  const { room } = app.model;
  const button = (/** @type {string} */ name, /** @type {string} */ label, badge = "") => html`
    <button type="button" class="icon-button" title=${label} @click=${() => app.open(name)}>
      ${icon(name)}<span class="unseen">${label}</span>${badge ? html`<span class="badge">${badge}</span>` : nothing}
    </button>
  `;
  const unread = app.unread > 9 ? "9+" : String(app.unread || "");
  return html`
    <header class="bar">
      ${room || app.route.kind !== "start"
        ? html`<button type="button" class="icon-button" aria-label=${app.say("web.back")} title=${app.say("web.back")} @click=${() => goBack(app)}>${icon("back")}</button>`
        : nothing}
      <h1>${room ? app.say(`games.${room.game}`) : app.say("web.title")}</h1>
      ${room && app.talk.roundTrip !== null ? html`<span class="distance" title=${app.say("web.distance")}>${Math.round(app.talk.roundTrip * 1000)} ms</span>` : nothing}
      <span class="fill"></span>
      ${room ? [button("chat", app.say("keys.app.chat"), unread), button("log", app.say("keys.app.log")), button("rules", app.say("keys.app.rules"))] : nothing}
      ${button("settings", app.say("web.settings.title"))}
    </header>
  `;
}

/** @param {import("../app.js").App} app */
function goBack(app) {
  if (app.route.kind === "replay" && app.model.room) app.go({ kind: app.model.room.you === null ? "watch" : "room", name: app.model.room.code });
  else if (!app.model.room) app.go({ kind: "start", name: "" });
  else if (app.model.room.status === "playing" && app.model.room.you !== null) app.open("leave");
  else app.leave();
}

/** What is wrong with the connection or the page, as long as it is. @param {import("../app.js").App} app */
function banner(app) {
  const { state, lost: ended, retryAt } = app.talk;
  if (ended && ended.code !== 1000) {
    const name = { [TAKEN_OVER]: "web.ended.taken_over", 4003: "visit.kicked", 4004: "visit.banned", 4005: "web.ended.old" }[ended.code];
    const words = app.say(name ?? "visit.refused", { why: ended.why });
    return strip(words, app.say(`web.${ended.code === 4005 ? "reload" : "here_again"}`), () => (ended.code === 4005 ? location.reload() : app.reconnect()));
  }
  if (app.old) return strip(app.say("web.old"), app.say("web.reload"), () => location.reload());
  if (state === "waiting") {
    const seconds = Math.max(1, Math.ceil((retryAt ?? 0) - performance.now() / 1000));
    return strip(app.say("screens.frame.retry", { seconds }));
  }
  const silent = Math.floor(app.talk.unanswered(performance.now() / 1000));
  if (silent >= SILENT) return strip(app.say("screens.frame.silent", { seconds: silent }));
  if (state === "open" && app.model.storageAway) return strip(app.say("screens.frame.storage"));
  if (state === "connecting" && app.talk.welcome) return strip(app.say("screens.frame.connecting"));
  return nothing;
}

/** @param {string} words @param {string} [label] @param {() => void} [act] */
function strip(words, label, act) {
  return html`<p class="strip" role="status">${words} ${label ? html`<button type="button" @click=${act}>${label}</button>` : nothing}</p>`;
}
