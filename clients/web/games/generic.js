/** A game without a table of its own: its view as a list of names and values. */
import { html } from "../vendor/lit-html/lit-html.js";
import { CalmFace } from "./calm.js";

export class Face extends CalmFace {
  /** @param {import("../state/model.js").Model} model @param {any} ui */
  board(model, ui) {
    return list(model.table?.view, ui.narrator());
  }
}

/** @param {any} value @param {any} narrator @returns {unknown} */
function list(value, narrator) {
  if (Array.isArray(value)) return html`<ul class="generic">${value.map((each) => html`<li>${list(each, narrator)}</li>`)}</ul>`;
  if (value === null || typeof value !== "object") return String(narrator.word(value));
  return html`<dl class="generic">${Object.entries(value).map(([name, each]) => html`<dt>${name}</dt><dd>${list(each, narrator)}</dd>`)}</dl>`;
}
