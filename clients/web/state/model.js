/**
 * All the page knows of its room: a pure fold of the server's messages and of the player's own moves.
 * `hear`, `played` and `answered` return the model after them; nothing else changes a model. `now` is the page's clock in ms.
 * @typedef {{move: string, args: any}} Move
 * @typedef {{event: string, data: any, seq: number, t: number, race?: any}} Happened
 * @typedef {{game: string, seat: number | null, seq: number, view: any, moves: Move[], prompts: {seat: number, ask: string, until: number | null}[], stale: boolean, started: number, stopped: number | null}} Table
 * @typedef {{move: Move, since: number, held: boolean}} Pending
 * @typedef {{room: any, table: Table | null, pending: Map<number, Pending>, refused: {move: Move, refused: any, at: number}[],
 *   happened: Happened[], races: Happened[], contested: Set<string>, said: any[], distances: (number | null)[],
 *   storageAway: boolean}} Model
 */
import { fold as foldWatai } from "./folds/watai.js";

const REMEMBERED = 200;
/** @type {{[game: string]: (view: any, event: Happened) => any}} */
const FOLDS = { watai: foldWatai };

/** @param {any[]} said @returns {Model} */
export const empty = (said = []) => ({
  room: null,
  table: null,
  pending: new Map(),
  refused: [],
  happened: [],
  races: [],
  contested: new Set(),
  said,
  distances: [],
  storageAway: false,
});

/** The model after a message of the server. @param {Model} model @param {any} message @param {number} now @returns {Model} */
export function hear(model, message, now) {
  switch (message.type) {
    case "room":
      return movedTo(model, message, now);
    case "view":
      if (model.room === null) return model;
      return { ...model, table: paused(seen(model.room.game, message, now), model.room.paused, now), contested: new Set(message.contested ?? []) };
    case "event":
      return {
        ...model,
        table: model.table && after(model.table, message),
        happened: last(model.happened, message),
        races: message.race ? last(model.races, message) : model.races,
      };
    case "moves":
      return model.table ? { ...model, table: { ...model.table, moves: message.moves } } : model;
    case "prompts":
      if (model.table === null) return model;
      return { ...model, table: asked(model.table, message.prompts, now), contested: new Set(message.contested ?? []) };
    case "pending": {
      const mine = model.pending.get(message.n);
      return mine ? { ...model, pending: new Map(model.pending).set(message.n, { ...mine, held: true }) } : model;
    }
    case "distances":
      return { ...model, distances: message.ms };
    case "storage":
      return { ...model, table: paused(model.table, message.away || !!model.room?.paused, now), storageAway: message.away };
    case "welcome":
    case "goodbye":
      return { ...model, storageAway: false };
    case "said":
      return { ...model, said: last(model.said, message) };
    default:
      return model;
  }
}

/** The model after the player's own move was sent. @param {Model} model @param {number} n @param {Move} move @param {number} now @returns {Model} */
export function played(model, n, move, now) {
  return { ...model, pending: new Map(model.pending).set(n, { move, since: now, held: false }) };
}

/** The model after the answer to the player's own move. @param {Model} model @param {number} n @param {any} answer @param {number} now @returns {Model} */
export function answered(model, n, answer, now) {
  const mine = model.pending.get(n);
  if (!mine) return model;
  const pending = new Map(model.pending);
  pending.delete(n);
  if (answer.type !== "refused") return { ...model, pending };
  return { ...model, pending, refused: last(model.refused, { move: mine.move, refused: answer, at: now }) };
}

/** The game clock in ms, as far as the page knows; it stands still while the game is paused. @param {Table} table @param {number} now */
export const clock = (table, now) => table.stopped ?? Math.max(0, Math.trunc(now - table.started));

/** The table while its clock stands still, or goes on from there. @template {Table | null} T @param {T} table @param {boolean} on @param {number} now @returns {T} */
function paused(table, on, now) {
  if (table === null) return table;
  if (on) return { ...table, stopped: clock(table, now) };
  return { ...table, started: table.stopped === null ? table.started : now - table.stopped, stopped: null };
}

/** The name on each seat. @param {Model} model @returns {string[]} */
export const names = (model) => model.room?.seats.map((/** @type {any} */ seat) => seat.name) ?? [];

/** @param {Model} model @param {any} room @param {number} now @returns {Model} */
function movedTo(model, room, now) {
  if (model.room?.code === room.code && model.room.match === room.match) return { ...model, room, table: paused(model.table, room.paused, now) };
  const same = model.room?.code === room.code;
  return { ...empty(same ? model.said : []), room, distances: same ? model.distances : [] };
}

/** The table as the server shows it. @param {string} game @param {any} shown @param {number} now @returns {Table} */
export function seen(game, shown, now) {
  const started = now - shown.at;
  return {
    game,
    seat: shown.seat ?? null,
    seq: shown.seq,
    view: shown.view,
    moves: shown.moves ?? [],
    prompts: prompts(shown.prompts ?? [], shown.at),
    stale: false,
    started,
    stopped: null,
  };
}

/**
 * The table after an event. After each event of a calm game the server sends a view; a race is folded, and the table
 * is stale if the page cannot tell what an event changes, so that the view must be asked for.
 * @param {Table} table @param {Happened} event @returns {Table}
 */
function after(table, event) {
  const fold = FOLDS[table.game];
  if (!fold) return { ...table, seq: event.seq };
  const view = fold(table.view, event);
  return { ...table, seq: event.seq, view: view ?? table.view, stale: table.stale || view === null };
}

/** @param {Table} table @param {any[]} lines @param {number} now @returns {Table} */
function asked(table, lines, now) {
  return { ...table, prompts: prompts(lines, clock(table, now)) };
}

/** @param {any[]} lines @param {number} at @returns {Table["prompts"]} */
const prompts = (lines, at) =>
  lines.map(({ seat, ask, left }) => ({ seat, ask, until: left === null || left === undefined ? null : at + left }));

/** @template T @param {T[]} items @param {T} newest @returns {T[]} */
const last = (items, newest) => [...items.slice(1 - REMEMBERED), newest];
