/** The games as this page knows them until the server's catalogue is there. */

/** @param {string} game @param {number} least @param {number} most @param {string[]} strengths */
const entry = (game, least, most, strengths = ["easy", "strong"]) => ({ game, seats: { least, most }, strengths, options: [] });

export const KNOWN = {
  games: [
    entry("watai", 2, 8, ["easy", "medium", "strong"]),
    entry("waka-tanka", 3, 6),
    entry("wapi", 2, 5),
    entry("duel", 2, 2),
    entry("waka-waka", 2, 4),
  ],
};
