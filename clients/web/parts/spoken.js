/** What screen readers speak: sentences added to a live region, the oldest removed. */

const KEPT = 30;

/** @param {string} words */
export function announce(words) {
  const region = /** @type {HTMLElement} */ (document.getElementById("spoken"));
  const line = document.createElement("p");
  line.textContent = words;
  region.append(line);
  while (region.childElementCount > KEPT) region.firstElementChild?.remove();
}
