/** Wapi: six treasures with their totems and coins, the players, and what is left in the bag. */
import { html } from "../vendor/lit-html/lit-html.js";
import { names } from "../state/model.js";
import { picture } from "../parts/pictures.js";
import { style } from "../parts/style.js";
import { CalmFace } from "./calm.js";
import { mark, players } from "./players.js";

style("/style/calm.css");

export class Face extends CalmFace {
  /** @param {import("../state/model.js").Model} model @param {any} ui */
  board(model, ui) {
    const view = model.table?.view;
    const coins = view.bag.filter((/** @type {any} */ kind) => kind.value !== null);
    return html`
      <p class="drawn">${drawn(view, ui)}</p>
      <div class="sections">${view.sections.map((/** @type {any} */ section) => this.#section(section, model, ui))}</div>
      ${players(model, ui, (seat) => html`${ui.say("wapi.face.hand")} <b>${view.totems[seat]}</b> · ${points(view.points[seat], ui)}`)}
      <p class="quiet">${ui.say("wapi.face.coins_left")} ${coins.map((/** @type {any} */ kind) => ui.say("wapi.face.coin_left", kind)).join(" · ")}</p>
    `;
  }

  /** @param {any} section @param {import("../state/model.js").Model} model @param {any} ui */
  #section(section, model, ui) {
    const view = model.table?.view;
    const left = view.bag.find((/** @type {any} */ kind) => kind.symbol === section.symbol).left;
    const worth = section.coins.reduce((/** @type {number} */ sum, /** @type {number} */ coin) => sum + coin, 0);
    const empty = Array(section.coin_spaces - section.coins.length).fill(null);
    const content = html`
      <span class="title">${picture(section.symbol)}<b>${ui.narrator().word(section.symbol)}</b><span class="worth">${ui.say("wapi.face.worth")} <b>${worth}</b></span></span>
      <span class="tokens"><span class="label">${ui.say("wapi.face.totems")}</span>${section.tokens.map((/** @type {number | null} */ seat) => (seat === null ? html`<span class="mark none">–</span>` : mark(seat)))}</span>
      <span class="tokens"><span class="label">${ui.say("wapi.face.coins")}</span>${[...section.coins, ...empty].map((coin) => html`<span class="coin ${coin === null ? "none" : ""}">${coin ?? "·"}</span>`)}</span>
      <span class="label">${ui.say("wapi.face.left")} ${left}</span>
    `;
    const words = ui.narrator().offer({ move: "Place", args: { symbol: section.symbol } });
    return this.spot(words, content, `section ${section.symbol === view.symbol ? "now" : ""}`, model, ui);
  }

  /** @param {import("../state/model.js").Model} model @param {any} ui @returns {[string, string][]} */
  scores(model, ui) {
    const all = model.table?.view.points.map((/** @type {string} */ each, /** @type {number} */ seat) => ({ seat, points: each }));
    all.sort((/** @type {any} */ a, /** @type {any} */ b) => exact(b.points) - exact(a.points));
    return all.map((/** @type {any} */ each) => [names(model)[each.seat], points(each.points, ui)]);
  }
}

/** What the player in turn has drawn. @param {any} view @param {any} ui */
function drawn(view, ui) {
  if (view.symbol !== null) return html`${picture(view.symbol)} ${ui.say("wapi.face.drew_symbol", { symbol: ui.narrator().word(view.symbol) })}`;
  if (view.coin !== null) return html`<span class="coin">${view.coin}</span> ${ui.say("wapi.face.drew_coin", { value: view.coin })}`;
  return ui.say(`wapi.face.${view.scoring}`);
}

/** « 13/3 » as a number. @param {string} points */
function exact(points) {
  const [over, under = "1"] = points.split("/");
  return Number(over) / Number(under);
}

/** Points as people say them: « 4 1/3 points ». @param {string} told @param {any} ui */
function points(told, ui) {
  const [over, under = 1] = told.split("/").map(Number);
  const [whole, rest] = [Math.trunc(over / under), over % under];
  const words = rest ? `${whole || ""} ${rest}/${under}`.trim() : String(whole);
  return ui.text.count("wapi.face.score", over / under, { points: words });
}
