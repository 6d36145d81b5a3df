/** Short sounds made on the spot: nothing to load, and silent until the player has touched the page. */

/** Pitch in Hz, length in s, loudness, by what happens; own plays sound louder than others'. @type {{[event: string]: [number, number, number]}} */
const SOUNDS = {
  Placed: [520, 0.05, 0.1],
  Opened: [620, 0.06, 0.12],
  Turned: [330, 0.03, 0.05],
  Slapped: [180, 0.08, 0.2],
  GoSaid: [440, 0.1, 0.15],
  Started: [880, 0.18, 0.2],
  Shouted: [990, 0.4, 0.2],
  Frozen: [220, 0.4, 0.15],
  refused: [150, 0.16, 0.2],
};
/** @type {AudioContext | null} */
let audio = null;

addEventListener("pointerdown", wake, { once: true });
addEventListener("keydown", wake, { once: true });
function wake() {
  audio ??= new AudioContext();
}

/** @param {import("../state/settings.js").Settings} settings @param {string} event @param {boolean} own */
export function play(settings, event, own) {
  const sound = SOUNDS[event];
  if (!sound || !audio || settings.sound === "off" || document.visibilityState !== "visible") return;
  const [pitch, length, loudness] = sound;
  const tone = new OscillatorNode(audio, { frequency: pitch, type: "triangle" });
  const level = new GainNode(audio, { gain: loudness * (own ? 1 : 0.4) });
  level.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + length);
  tone.connect(level).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + length);
}
