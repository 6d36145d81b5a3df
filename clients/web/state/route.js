/** Where the page is, by its address: start, a game against bots, a room, a room to watch, a finished game. */

const KINDS = { play: "play", r: "room", w: "watch", replay: "replay" };
/** @typedef {{kind: "start" | "play" | "room" | "watch" | "replay", name: string}} Route */

/** @param {string} path @returns {Route} */
export function readRoute(path) {
  const [, first = "", second = ""] = path.split("/");
  const kind = KINDS[/** @type {keyof typeof KINDS} */ (first)];
  return /** @type {Route} */ (kind && second ? { kind, name: decodeURIComponent(second) } : { kind: "start", name: "" });
}

/** @param {Route} route */
export function addressOf({ kind, name }) {
  const short = Object.entries(KINDS).find(([, each]) => each === kind)?.[0];
  return short ? `/${short}/${encodeURIComponent(name)}` : "/";
}

/** The code of a room out of whatever was typed or pasted: the code itself, or a link to the room. @param {string} typed */
export function readCode(typed) {
  const path = typed.trim().match(/\/[rw]\/([^/?#]+)/);
  return (path ? path[1] : typed).trim().toLowerCase();
}
