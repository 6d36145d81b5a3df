/**
 * A text as a QR code (ISO/IEC 18004): bytes, error correction level L, versions 1 to 6, which is up to 134 bytes.
 * Enough for any link to a room, and short enough to be read here.
 */

/** Per version: data bytes per block, number of blocks, correction bytes per block. */
const VERSIONS = [[19, 1, 7], [34, 1, 10], [55, 1, 15], [80, 1, 20], [108, 1, 26], [68, 2, 18]];
const LEVEL_L = 1;
const PAD = [0xec, 0x11];

/** @param {string} text @returns {boolean[][] | null} rows of modules, true is dark; null if the text is too long */
export function encode(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const index = VERSIONS.findIndex(([size, blocks]) => bytes.length + 2 <= size * blocks);
  if (index < 0) return null;
  const stream = interleave(VERSIONS[index], codewords(bytes, VERSIONS[index][0] * VERSIONS[index][1]));
  const candidates = Array.from({ length: 8 }, (_, mask) => draw(index + 1, stream, mask));
  return candidates.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
}

/** Mode, length, data, end, padding. @param {number[]} bytes @param {number} room */
function codewords(bytes, room) {
  const bits = [4, bytes.length >> 4, bytes.length & 15].map((nibble) => nibble.toString(2).padStart(4, "0"));
  const all = [...bits, ...bytes.map((byte) => byte.toString(2).padStart(8, "0")), "0000"].join("");
  const words = (all.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
  for (let pad = 0; words.length < room; pad++) words.push(PAD[pad % 2]);
  return words;
}

/** @param {number[]} version @param {number[]} words */
function interleave([size, count, correction], words) {
  const blocks = Array.from({ length: count }, (_, block) => words.slice(block * size, (block + 1) * size));
  const checks = blocks.map((block) => remainder(block, correction));
  const mixed = (/** @type {number[][]} */ rows) => rows[0].flatMap((_, column) => rows.map((row) => row[column]));
  return [...mixed(blocks), ...mixed(checks)];
}

/** Product in the field of 256 elements with the polynomial 0x11d. @param {number} a @param {number} b */
function times(a, b) {
  let product = 0;
  for (; b; b >>= 1) {
    if (b & 1) product ^= a;
    a = (a << 1) ^ (a & 0x80 ? 0x11d : 0);
  }
  return product;
}

/** The Reed-Solomon check bytes of a block. @param {number[]} block @param {number} count */
function remainder(block, count) {
  let generator = [1];
  for (let power = 1, step = 0; step < count; step++, power = times(power, 2)) {
    generator = [...generator, 0].map((each, place) => each ^ times(power, generator[place - 1] ?? 0));
  }
  const rest = [...block, ...Array(count).fill(0)];
  for (let place = 0; place < block.length; place++) {
    const factor = rest[place];
    generator.forEach((each, offset) => (rest[place + offset] ^= times(factor, each)));
  }
  return rest.slice(block.length);
}

/** @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.trunc(y / 2) + Math.trunc(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** @param {number} version @param {number[]} stream @param {number} mask */
function draw(version, stream, mask) {
  const size = 17 + 4 * version;
  /** @type {(boolean | null)[][]} */
  const grid = Array.from({ length: size }, () => Array(size).fill(null));
  const square = (/** @type {number} */ cx, /** @type {number} */ cy, /** @type {number} */ reach, /** @type {(ring: number) => boolean} */ dark) => {
    for (let y = Math.max(0, cy - reach); y <= Math.min(size - 1, cy + reach); y++) {
      for (let x = Math.max(0, cx - reach); x <= Math.min(size - 1, cx + reach); x++) {
        grid[y][x] = dark(Math.max(Math.abs(x - cx), Math.abs(y - cy)));
      }
    }
  };
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
  if (version > 1) square(size - 7, size - 7, 2, (ring) => ring !== 1);
  for (let place = 8; place < size - 8; place++) grid[6][place] = grid[place][6] = place % 2 === 0;
  writeFormat(grid, mask);
  const bits = stream.flatMap((byte) => [...byte.toString(2).padStart(8, "0")].map((bit) => bit === "1"));
  let next = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5; // the column of the timing pattern
    for (let step = 0; step < size; step++) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (grid[y][x] === null) grid[y][x] = (bits[next++] ?? false) !== MASKS[mask](x, y);
      }
    }
  }
  return /** @type {boolean[][]} */ (grid);
}

/** Level and mask with their check bits, twice, and the one module that is always dark. @param {(boolean | null)[][]} grid @param {number} mask */
function writeFormat(grid, mask) {
  const size = grid.length;
  const data = (LEVEL_L << 3) | mask;
  let rest = data;
  for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const format = ((data << 10) | rest) ^ 0x5412;
  const bit = (/** @type {number} */ place) => ((format >> place) & 1) === 1;
  for (let place = 0; place < 15; place++) {
    const along = place < 6 ? place : place < 8 ? place + 1 : size - 15 + place;
    const across = place < 8 ? size - 1 - place : place === 8 ? 7 : 14 - place;
    grid[along][8] = bit(place);
    grid[8][across] = bit(place);
  }
  grid[size - 8][8] = true;
}

/** How hard a code is to read: runs, blocks, patterns like a corner, imbalance. @param {boolean[][]} grid */
function penalty(grid) {
  const size = grid.length;
  const lines = [...grid, ...grid[0].map((_, x) => grid.map((row) => row[x]))].map((line) => line.map(Number).join(""));
  let total = 0;
  for (const line of lines) {
    for (const run of line.match(/(.)\1{4,}/g) ?? []) total += run.length - 2;
    total += 40 * (line.match(/(?=00001011101|10111010000)/g) ?? []).length;
  }
  for (let y = 1; y < size; y++) {
    for (let x = 1; x < size; x++) {
      if (grid[y][x] === grid[y - 1][x] && grid[y][x] === grid[y][x - 1] && grid[y][x] === grid[y - 1][x - 1]) total += 3;
    }
  }
  const dark = grid.flat().filter(Boolean).length / size ** 2;
  return total + 10 * Math.trunc(Math.abs(dark - 0.5) * 20);
}
