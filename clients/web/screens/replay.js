/** A finished game, to be looked at again. */
import { html } from "../vendor/lit-html/lit-html.js";

/** @param {import("../app.js").App} app */
export function replayScreen(app) {
  return html`<p class="table-wait">${app.say("screens.wait.moment")}</p>`;
}
