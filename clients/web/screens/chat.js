/** What was said in the room, and a line to say something. Names and words are text, never markup. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @param {import("../app.js").App} app */
export const chatSheet = (app) => chatBox(app, "sheet-title");

/** @param {import("../app.js").App} app @param {string} title the id of its heading */
export function chatBox(app, title = "chat-title") {
  const { said } = app.model;
  const send = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("words"));
    const text = input.value.trim();
    if (text) app.ask({ type: "chat", text });
    input.value = "";
  };
  return html`
    <h2 id=${title}>${app.say("web.chat")}</h2>
    ${said.length ? html`<ul class="said">${said.slice(-50).map((each) => html`<li class=${each.seat === null ? "watcher" : ""}><b>${each.name}</b> ${each.text}</li>`)}</ul>` : nothing}
    <form class="row" @submit=${send}>
      <input name="words" maxlength="300" autocomplete="off" aria-label=${app.say("keys.app.chat")} />
      <button>${app.say("web.send")}</button>
    </form>
  `;
}
