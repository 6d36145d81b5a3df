/** Refusals of the server in the player's language: the twin of clients/text/refusals.py. */
import { subjectOf } from "./text.js";

/**
 * Why the server refused: who was quicker, the rule that forbids the move, or what stands in the way.
 * @param {import("./text.js").Text} text @param {any} refused @param {string} [game] @param {string[]} [names]
 */
export function explain(text, refused, game, names = []) {
  const lost = lostRace(text, refused, names);
  if (lost !== null) return lost;
  if (refused.code === "move/illegal" && game) {
    return brokenRule(text, refused, game) + (refused.clause ? ` (${refused.clause})` : "");
  }
  return text.find("refusals")[refused.code] ?? refused.why;
}

/** Which rival was quicker and by how much; null if the refusal names none. @param {import("./text.js").Text} text @param {any} refused @param {string[]} names */
export function lostRace(text, refused, names) {
  const by = refused.by ?? null;
  if (by === null || by >= names.length) return null;
  const ms = refused.ms ?? 0;
  let ending = ms > 0 ? "quicker" : ms === 0 ? "drawn" : "too_late";
  if (refused.early && ms >= 0) ending = ms ? "early_quicker" : "early_drawn";
  return text.say(`watai.face.${ending}`, { name: names[by], ms: Math.abs(ms) });
}

/** The rule that forbids a move, translated; in English where there is no translation. @param {import("./text.js").Text} text @param {any} refused @param {string} game */
export function brokenRule(text, refused, game) {
  const reasons = text.find(`${subjectOf(game)}.why`) ?? {};
  return String(reasons[refused.key ?? refused.why] ?? reasons[refused.why] ?? refused.why);
}
