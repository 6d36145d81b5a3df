/** Keys that mean the same on every screen, as in the terminal (docs/keys.md); all others go to the screen. */
import { replayKeys } from "./screens/replay.js";
import { roomKeys } from "./screens/room.js";

const SHEETS = { "?": "keys", F1: "keys", "/": "chat", F2: "chat", F3: "log", F4: "rules" };

/** @param {import("./app.js").App} app @param {KeyboardEvent} event */
export function pressed(app, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.altKey || event.metaKey || app.sheet || target.closest("input, select, textarea")) return;
  const sheet = SHEETS[/** @type {keyof typeof SHEETS} */ (event.key)];
  if (sheet && (app.model.room || (sheet === "keys" && app.route.kind === "replay"))) app.open(sheet);
  else if (!meant(app, event, target)) return;
  event.preventDefault();
}

/** Whether the screen made something of the key. @param {import("./app.js").App} app @param {KeyboardEvent} event @param {HTMLElement} target */
function meant(app, event, target) {
  if (event.repeat && app.route.kind !== "replay") return false;
  // A button that has the focus keeps the keys that press it.
  if ((event.key === "Enter" || event.key === " ") && target.closest("button, a, summary")) return false;
  if (app.route.kind === "replay") return replayKeys(app, event.key);
  if (!app.model.room) return false;
  if (app.model.room.status === "waiting") return roomKeys(app, event.key);
  if (event.key === "p") return app.togglePause();
  if ((event.key === "Enter" || event.key === " ") && app.goOn(event)) return true;
  return app.face?.press?.(event, app.model, app) ?? false;
}
