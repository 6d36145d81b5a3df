/** A game that is on or over: the face of the game, and what comes after the end. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { names } from "../state/model.js";
import { subjectOf } from "../text/text.js";

/** @param {import("../app.js").App} app */
export function tableScreen(app) {
  const { room, table } = app.model;
  if (!app.face || !table) {
    return room.status === "finished" ? html`<div class="table-wait">${after(app)}</div>` : html`<p class="table-wait">${app.say("screens.table.waiting")}</p>`;
  }
  return html`
    ${paused(app)}
    ${room.status === "finished" ? after(app) : nothing}
    <div class="table game-${room.game}" data-phase=${table.view.phase ?? ""}>${app.face.table(app.model, app)}</div>
  `;
}

/** That the player has paused the game; before a round the table says it itself. @param {import("../app.js").App} app */
function paused(app) {
  const why = app.halted();
  if (why === "asked") return html`<p class="strip" role="status">${app.say("web.paused")} <button type="button" @click=${(/** @type {Event} */ event) => app.goOn(event)}>${app.say("web.go_on")} <kbd>␣</kbd></button></p>`;
  return app.model.room.paused && app.model.room.you === null ? html`<p class="strip" role="status">${app.say("web.paused")}</p>` : nothing;
}

/** Who has won, and what can be done now. @param {import("../app.js").App} app */
function after(app) {
  const { room, table } = app.model;
  const outcome = table?.view.outcome;
  const proposed = room.seats.filter((/** @type {any} */ each) => each.kind === "player" && each.ready && room.status === "finished").map((/** @type {any} */ each) => each.name);
  return html`
    <section class="panel after" aria-label=${app.say("web.result")}>
      ${outcome ? html`<h2>${result(app, outcome)}</h2><p>${app.text.find(subjectOf(room.game))?.reasons?.[outcome.reason] ?? ""}</p>${app.face?.result?.(app.model, app) ?? nothing}` : nothing}
      <p class="row">
        ${again(app, room)}
        ${room.match ? html`<button type="button" @click=${() => app.go({ kind: "replay", name: room.match })}>${app.say("web.replay")}</button>` : nothing}
        <button type="button" @click=${() => app.leave()}>${app.text.label("screens.table.leave")}</button>
      </p>
      ${proposed.length ? html`<p role="status">${app.text.count("screens.table.proposed", proposed.length, { names: app.text.listed(proposed) })}</p>` : nothing}
    </section>
  `;
}

/** The host begins another game; others propose it, or think better of it. @param {import("../app.js").App} app @param {any} room */
function again(app, room) {
  if (room.you === null || room.status !== "finished") return nothing;
  if (room.you === room.host) {
    return html`<button type="button" class="primary" @click=${() => app.ask({ type: "rematch" })}>${app.text.label("keys.room.rematch")}</button>`;
  }
  const { ready } = room.seats[room.you];
  return html`<button type="button" class="primary" @click=${() => app.ask({ type: "ready", ready: !ready })}>${app.text.label(ready ? "screens.table.withdraw" : "screens.table.propose")}</button>`;
}

/** @param {import("../app.js").App} app @param {any} outcome */
function result(app, outcome) {
  const winners = outcome.winners.map((/** @type {number} */ seat) => names(app.model)[seat]);
  if (!winners.length) return app.say("games.outcome.drawn");
  return app.text.count("games.outcome.won", winners.length, { winners: app.text.listed(winners) });
}
