/** The keys of Wataï, those of the terminal (docs/keys.md); Tab keeps its meaning in a browser. Variant 1 mirrors the hands. */

const CARDS = { qwerty: "asdfgt", azerty: "qsdfgt", qwertz: "asdfgt" };
const MIRROR_CARDS = { qwerty: ";lkjhy", azerty: "mlkjhy", qwertz: "ölkjhz" };
const HAND = { stock: "j", slap: "k", say: "l" };
const MIRROR_HAND = { stock: "f", slap: "d", say: "s" };
const DIGITS = "1234567890";
const AZERTY = "&é\"'(-è_çà";
const OTHER_HAND = 1; // WATAI-V1

/** Every command by its key. @param {string} layout @param {number} variant @returns {Map<string, string>} */
export function keymap(layout, variant) {
  const mirrored = variant === OTHER_HAND;
  const cards = (mirrored ? MIRROR_CARDS : CARDS)[/** @type {"qwerty"} */ (layout)];
  /** @type {[string, string][]} */
  const rows = [...cards].map((key, slot) => [key, `card.${slot}`]);
  for (const [command, key] of Object.entries(mirrored ? MIRROR_HAND : HAND)) rows.push([key, command]);
  [...DIGITS].forEach((key, place) => rows.push([key, `pile.${(place + 1) % 10}`]));
  if (layout === "azerty") [...AZERTY].forEach((key, place) => rows.push([key, `pile.${(place + 1) % 10}`]));
  return new Map([...rows, [" ", "turn"], ["Enter", "shout"], ["c", "call"]]);
}

/** The first key of a command, as it is printed. @param {Map<string, string>} map @param {string} command */
export function label(map, command) {
  const key = [...map].find(([, each]) => each === command)?.[0] ?? "";
  return key === " " ? "␣" : key === "Enter" ? "⏎" : key.toUpperCase();
}
