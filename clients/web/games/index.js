/** The faces of the games: one module each, loaded when its table is first shown. See README.md here. */

/** @type {{[game: string]: () => Promise<{Face: new () => any}>}} */
const FACES = {
  watai: () => import("./watai/face.js"),
  "waka-tanka": () => import("./waka_tanka.js"),
  wapi: () => import("./wapi.js"),
  duel: () => import("./duel.js"),
  "waka-waka": () => import("./waka_waka.js"),
};

/** The face of a game; one without a table of its own shows its view and moves as lists. @param {string} game */
export async function faceFor(game) {
  const load = FACES[game] ?? (() => import("./generic.js"));
  return (await load()).Face;
}
