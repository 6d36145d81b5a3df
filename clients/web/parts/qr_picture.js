/** The QR code of a link, drawn on a canvas; the encoder is loaded when one is first shown. */
import { html } from "../vendor/lit-html/lit-html.js";

const QUIET = 4; // modules of white around the code, as the standard wants
const SCALE = 6;

/** @param {import("../app.js").App} app @param {string} address */
export function qrCode(app, address) {
  requestAnimationFrame(() => paint(address));
  return html`<canvas class="qr" data-qr width="1" height="1" role="img" aria-label=${app.say("web.qr")}></canvas>`;
}

/** @param {string} address */
async function paint(address) {
  const canvas = /** @type {HTMLCanvasElement | null} */ (document.querySelector("canvas[data-qr]"));
  if (!canvas || canvas.dataset.qr === address) return;
  canvas.dataset.qr = address;
  const { encode } = await import("./qr.js");
  const modules = encode(address);
  if (!modules) return canvas.remove();
  canvas.width = canvas.height = (modules.length + 2 * QUIET) * SCALE;
  const brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  brush.fillStyle = "#fff";
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.fillStyle = "#000";
  modules.forEach((row, y) => row.forEach((dark, x) => dark && brush.fillRect((x + QUIET) * SCALE, (y + QUIET) * SCALE, SCALE, SCALE)));
}
