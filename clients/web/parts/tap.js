/**
 * One touch, one move, whatever is drawn between the moment a finger comes down and the moment it is lifted.
 * In a race a button acts when the finger comes down: that is a tenth of a second. On a calm board it acts when the finger
 * is lifted where it came down, and does what it promised then. The click that a browser makes of the touch goes to the
 * element that is there by then, so it acts nowhere else. Keys and screen readers send a click without a finger.
 */

/** @typedef {(event: Event) => void} Act */
/** The touch that goes on: what it does when it is lifted, and where; `done` if it has acted. @type {{act: Act | null, within: DOMRect | null, done: boolean} | null} */
let touch = null;
/** The touch that the click of this moment ends. @type {typeof touch} */
let ending = null;

if (globalThis.document) {
  addEventListener("pointerdown", (event) => event.button === 0 && event.isPrimary && (touch = { act: null, within: null, done: false }), true);
  addEventListener("pointercancel", () => (touch = null), true);
  addEventListener("click", ended, true);
}

/** A click that ends a touch acts as the touch has promised, and nowhere else. @param {MouseEvent} event */
function ended(event) {
  ending = event.detail > 0 ? touch : null;
  touch = null;
  if (!ending?.done && !ending?.act) return;
  event.stopImmediatePropagation();
  const { act, within } = ending;
  if (act && within && isIn(within, event)) act(event);
}

/** @param {DOMRect} within @param {MouseEvent} event */
const isIn = (within, { clientX, clientY }) => clientX >= within.left && clientX <= within.right && clientY >= within.top && clientY <= within.bottom;

/** For both `@pointerdown` and `@click` of a button in a race. @param {Act} act */
export const tap = (act) => ({
  /** @param {Event} event */
  handleEvent(event) {
    if (event.type === "click") {
      if (!ending) act(event);
    } else if (touch) {
      touch.done = true;
      act(event);
    }
  },
});

/** For both `@pointerdown` and `@click` of a button on a calm board. @param {Act} act */
export const press = (act) => ({
  /** @param {Event} event */
  handleEvent(event) {
    if (event.type === "click") {
      if (!ending) act(event);
    } else if (touch) {
      touch.act = act;
      touch.within = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    }
  },
});

/** On the table a mouse leaves the focus where it is, so that Space still turns the Stock. @param {Event} event */
export const keepFocus = (event) => event.preventDefault();
