/** Style sheets that only some screens need: added once, when first asked for. */

const known = new Set();

/** @param {string} address */
export function style(address) {
  if (known.has(address)) return;
  known.add(address);
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  document.head.append(link);
}
