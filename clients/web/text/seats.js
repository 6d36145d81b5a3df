/** The seats of a game in words: the twin of clients/text/seats.py. */

/** The names of a record, with a number where one has been taken out. @param {import("./text.js").Text} text @param {string[]} names */
export const playerNames = (text, names) => names.map((name, seat) => name || text.say("replay.unnamed", { number: seat + 1 }));
