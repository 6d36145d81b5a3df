/**
 * A tap acts when the finger comes down, not when it is lifted: in a race that is a tenth of a second.
 * Keys and screen readers send a click without a finger, which acts as well.
 */

const FINGER = 1000; // ms within which a click belongs to the finger before it
/** @type {{target: EventTarget | null, at: number}} */
let last = { target: null, at: -FINGER };

/** For both `@pointerdown` and `@click` of a button. @param {(event: Event) => void} act */
export const tap = (act) => ({
  /** @param {Event} event */
  handleEvent(event) {
    if (event.type === "pointerdown") {
      if (/** @type {PointerEvent} */ (event).button !== 0) return;
      last = { target: event.currentTarget, at: event.timeStamp };
      act(event);
    } else if (last.target !== event.currentTarget || event.timeStamp - last.at > FINGER) act(event);
  },
});

/** On the table a mouse leaves the focus where it is, so that Space still turns the Stock. @param {Event} event */
export const keepFocus = (event) => event.preventDefault();
