/** The Arena: every pile has a fixed place for the whole round, numbered as in the terminal. */
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { mostPiles } from "../../state/folds/ladder.js";
import { tap } from "../../parts/tap.js";
import { classes, face, wanted, wantedWords } from "./cards.js";
import { fits } from "./fits.js";
import { toSlap } from "./optimistic.js";

/** @param {import("./face.js").Face} table @param {import("../../state/model.js").Model} model @param {import("./optimistic.js").Optimistic} state @param {any} ui */
export function arena(table, model, state, ui) {
  const { view } = state;
  const piles = new Map(view.piles.map((/** @type {any} */ pile) => [pile.pile, pile]));
  const places = mostPiles(view.players.length);
  const opened = view.closed + view.piles.length;
  const marks = marked(table, state);
  const slaps = new Set(view.seat === null ? [] : toSlap(state));
  const narrator = ui.narrator();
  return html`
    <ol class="arena" data-places=${places} aria-label=${ui.say("web.watai.piles")} start="0">
      ${Array.from({ length: places }, (_, number) => {
        const pile = /** @type {any} */ (piles.get(number));
        if (!pile) return html`<li class="place ${number < opened ? "closed" : "empty"}">${number < opened ? html`<span class="closed-mark" aria-label=${ui.say("web.watai.closed", { pile: number })}>${number}</span>` : nothing}</li>`;
        const contested = model.contested.has(`pile/${number}`);
        const unsure = state.piles.has(number);
        const mark = marks.get(number);
        const label = ui.say("web.watai.pile", { pile: number, top: narrator.card(pile.top), takes: wantedWords(pile.takes, narrator) });
        const act = tap((event) => table.pile(number, event));
        const kind = [mark !== undefined ? "fits" : "", contested ? "contested" : "", unsure ? "unsure" : "", slaps.has(number) ? "slap" : ""].join(" ");
        return html`
          <li class="place">
            <button type="button" class="pile ${kind}" @pointerdown=${act} @click=${act}>
              <span class="unseen">${label}${contested ? ` ${ui.say("watai.face.contested")}` : ""}</span>
              <span class="${classes(pile.top)} landed-${pile.height % 2}" aria-hidden="true">${face(pile.top, ui)}<span class="pile-number">${number}</span></span>
              ${mark ? html`<kbd aria-hidden="true">${mark}</kbd>` : nothing}
              <span class="takes" aria-hidden="true">${contested ? html`<b class="race">${ui.say("watai.face.contested")}</b>` : pile.takes.length ? html`▸${wanted(pile.takes, ui)}` : nothing}</span>
            </button>
          </li>
        `;
      })}
    </ol>
  `;
}

/** The keys that do something with each pile. @param {import("./face.js").Face} table @param {import("./optimistic.js").Optimistic} state @returns {Map<number, string>} */
function marked(table, state) {
  const { view } = state;
  if (view.seat === null) return new Map();
  const chosen = table.control.choices(state);
  if (chosen.size) return new Map([...chosen].map(([digits, pile]) => [pile, digits]));
  /** @type {Map<number, string>} */
  const marks = new Map();
  for (const [card, where] of fits(view)) {
    for (const pile of where.piles) marks.set(pile, (marks.get(pile) ?? "") + table.keyOf(card, view));
  }
  for (const pile of toSlap(state)) marks.set(pile, `${table.label("slap")}!`);
  return marks;
}
