/** Which Wataï card goes on which, by faces: the twin of engine/watai/ladder.py (WATAI-7, 8 and the variants that change them). */

const SUITS = ["b", "r", "g", "y"];
const FIRST = 2;
const START = "+";
const STOP = "-";
const EXTRA = "!";
const CUT = { last: 8, ends: 3 };
const FULL = { last: 12, ends: 4 };
const DECKS_OF_TWO = 4;

/** What a deck is made of for so many players. @param {number} seats */
export const formatFor = (seats) => (seats === 2 ? CUT : FULL);

/** How many piles a round can have at most. @param {number} seats */
export const mostPiles = (seats) => formatFor(seats).ends * (seats === 2 ? DECKS_OF_TWO : seats);

/** @param {string} face */
export const numberOf = (face) => (face.length > 1 ? Number(face.slice(1)) : null);

/** @param {number} number */
const allSuits = (number) => SUITS.map((suit) => suit + number);

/** @param {string} top @param {number} last @returns {string[]} */
function upward(top, last) {
  const number = numberOf(top);
  if (number === null) return top === START ? allSuits(FIRST) : [];
  return number === last ? [STOP] : [top[0] + (number + 1)];
}

/** @param {string} top @param {number} last @returns {string[]} */
function downward(top, last) {
  const number = numberOf(top);
  if (number === null) return top === STOP ? allSuits(last) : [];
  return number === FIRST ? [START] : [top[0] + (number - 1)];
}

/** The faces that a pile with this top takes next. @param {number} variant @param {number} seats @param {string} top @returns {string[]} */
export function takes(variant, seats, top) {
  const { last } = formatFor(seats);
  const row = variant === 9 ? downward(top, last) : upward(top, last);
  const number = numberOf(top);
  if (variant === 5) return row.length ? [...row, EXTRA] : [];
  if (variant === 8 && number !== null) return [...row, ...allSuits(number).filter((face) => face !== top)];
  if (variant === 12 && row.length && numberOf(row[0]) !== null) return allSuits(/** @type {number} */ (numberOf(row[0])));
  return row;
}
