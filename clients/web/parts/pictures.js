/**
 * Small pictures of what lies on the tables of the calm games, drawn here: letters of pictures look different on every
 * device, and some have none. Each stands beside its name, so it is silent.
 */
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";

const DARK = "#2b1d10";

/** @param {number} x @param {number} y @param {number} apart */
const eyes = (x, y, apart, size = 1.3, colour = DARK) => svg`<circle cx=${x - apart} cy=${y} r=${size} fill=${colour} /><circle cx=${x + apart} cy=${y} r=${size} fill=${colour} />`;

/** A long head with pointed ears. @param {string} coat @param {string} muzzle @param {string} ears */
const hound = (coat, muzzle, ears) => svg`
  <path d="M3 2l6 5h6l6-5v10l-4 5-5 6-5-6-4-5z" fill=${coat} /><path d="M3 2l4 3.500-3 3zM21 2l-4 3.500 3 3z" fill=${ears} />
  <path d="M4 11l8 2 8-2-3 6-5 6-5-6z" fill=${muzzle} />${eyes(12, 10.5, 3.6)}<path d="M10 18.500h4l-2 3z" fill=${DARK} />`;

/** @type {{[thing: string]: unknown}} */
const PICTURES = {
  owl: svg`<path d="M3 3l6 2h6l6-2v11a9 8.500 0 0 1-18 0z" fill="#8d6b45" /><path d="M8 17h8l-4 5z" fill="#c8a77b" />${eyes(12, 10.5, 4, 3.6, "#fff")}${eyes(12, 10.5, 4, 1.7)}<path d="M12 12.500l2 2-2 3-2-3z" fill="#f2a53c" />`,
  sorcerer: svg`<path d="M13 1l4.500 11h-11z" fill="#6a45b0" /><path d="M6 13h12v3a6 6.500 0 0 1-12 0z" fill="#f0c9a0" /><path d="M6 16q2 2.500 6 2t6-2q-1 7-6 7t-6-7z" fill="#f4f1ea" /><path d="M1.500 13.500q10.500-4 21 0-10.500 2.500-21 0z" fill="#4a2d86" /><path d="M12.500 5l.8 1.700 1.700.2-1.200 1.200.3 1.800-1.600-.9-1.600.9.3-1.800L10 6.900l1.700-.2z" fill="#f2c14e" />${eyes(12, 15.3, 2.6, 1)}`,
  jackal: hound("#d08b3e", "#f3dcb4", "#4a2b12"),
  coyote: hound("#a08c6f", "#e9dfcc", "#6b5a42"),
  wolf: hound("#6f7b8a", "#e6ebf0", "#434d59"),
  eagle: svg`<path d="M4 23c0-13 3-20 10-20 4.500 0 7 3 7 7h-6c-1.500 4-1 9 1 13z" fill="#f4f1ea" /><path d="M4 23c0-3 .4-6 1.200-8.500 3 2 6.500 2.500 9.300 1.500.2 2.500.7 5 1.500 7z" fill="#5a3d22" /><path d="M15 8h6.300c1.200 2.500.4 6-2.300 7-.6-2.500-2-3-4.500-3z" fill="#f2b632" /><circle cx="13" cy="8" r="1.400" fill=${DARK} />`,
  bear: svg`<circle cx="5" cy="6" r="3.500" fill="#6b4526" /><circle cx="19" cy="6" r="3.500" fill="#6b4526" /><circle cx="12" cy="13" r="9.500" fill="#7d5230" /><ellipse cx="12" cy="16.500" rx="4.500" ry="3.800" fill="#dcb58a" />${eyes(12, 11, 4)}<ellipse cx="12" cy="15" rx="1.900" ry="1.300" fill=${DARK} />`,
  snake: svg`<path d="M3.500 20.500h11a4.500 4.500 0 0 0 0-9h-5a3.700 3.700 0 0 1 0-7.400h6" fill="none" stroke="#3f9152" stroke-width="4.600" stroke-linecap="round" /><path d="M18 4.500h3M20.500 4.500l2-1.200M20.500 4.500l2 1.200" stroke="#c8342b" stroke-width="1" fill="none" /><circle cx="15.500" cy="3.300" r="1" fill="#fff" />`,
  puma: svg`<path d="M3 3.500l5.500 2.500h7L21 3.500l.5 9.500a9.500 9 0 0 1-19 0z" fill="#d9a25b" /><path d="M4.500 5.500l3 1.500-2.700 2.500zM19.500 5.500l-3 1.500 2.700 2.500z" fill="#7a4f22" /><path d="M12 13.500c3.500 0 5.500 2 5 4.500-.5 2-2.500 3.500-5 3.500s-4.500-1.500-5-3.500c-.5-2.500 1.500-4.500 5-4.500z" fill="#f7ead3" />${eyes(12, 11, 4)}<path d="M10 14.500h4l-2 2.500z" fill=${DARK} /><path d="M12 17v2" stroke=${DARK} stroke-width="1" />`,
  bison: svg`<path d="M2 3c-.5 5 2 8 6.500 8.500M22 3c.5 5-2 8-6.500 8.500" fill="none" stroke="#e9dcc0" stroke-width="2.800" stroke-linecap="round" /><path d="M5 9q1-6 7-6t7 6l-1.500 7-2.500 5.500h-6L6.500 16z" fill="#5f3f26" /><path d="M8.500 16h7l-1 4.500-2.500 2-2.500-2z" fill="#3a2414" /><ellipse cx="12" cy="15.500" rx="3.800" ry="2.700" fill="#a67c55" />${eyes(12, 10.5, 3.8, 1.2, "#fff")}`,
  mouse: svg`<circle cx="5.500" cy="7" r="4.700" fill="#8c939b" /><circle cx="18.500" cy="7" r="4.700" fill="#8c939b" /><circle cx="5.500" cy="7" r="2.500" fill="#f2b8bd" /><circle cx="18.500" cy="7" r="2.500" fill="#f2b8bd" /><path d="M12 6c5 0 7.500 3.500 7.500 7.500S15 21.500 12 21.500s-7.500-4-7.500-8S7 6 12 6z" fill="#a9b0b8" />${eyes(12, 13, 3.3)}<circle cx="12" cy="18.500" r="1.700" fill="#d4606e" />`,
  fruit: svg`<path d="M12 7c0-3 2-5 5-5.500 0 3-2 5-5 5.500z" fill="#4c9a4a" />${[[8, 9], [12, 9], [16, 9], [10, 12.7], [14, 12.7], [12, 16.4]].map(([x, y]) => svg`<circle cx=${x} cy=${y + 1} r="2.600" fill="#7d3f98" stroke="#4e2263" stroke-width=".6" />`)}`,
  hides: svg`<path d="M4 2l5 2.500h6L20 2l1.500 4.500L19 10v4l2.500 4L20 22.500 14.500 20h-5L4 22.500 2.500 18 5 14v-4L2.500 6.500z" fill="#b9814c" stroke="#6b4526" stroke-width="1.200" stroke-linejoin="round" /><path d="M9 9q3 2.500 6 0M9 14q3 2.500 6 0" fill="none" stroke="#7a5230" stroke-width="1.200" />`,
  salt: svg`<path d="M12 2.500l8.500 4.700v9.600L12 21.500l-8.500-4.700V7.200z" fill="#f3f7fa" stroke="#6d7c87" stroke-width="1.200" stroke-linejoin="round" /><path d="M3.500 7.200L12 12l8.500-4.800M12 12v9.500" fill="none" stroke="#6d7c87" stroke-width="1.200" /><path d="M12 12l8.500-4.800v9.600L12 21.500z" fill="#cfdae2" />`,
  tea: svg`<path d="M8 7q-2-2 0-4M12 7q-2-2 0-4" fill="none" stroke="#8fa39a" stroke-width="1.500" stroke-linecap="round" /><path d="M17 11.500h1.500a2.700 2.700 0 0 1 0 5.500H16" fill="none" stroke="#3d7a4f" stroke-width="2" /><path d="M3 9.500h14v5a6 6 0 0 1-6 6H9a6 6 0 0 1-6-6z" fill="#5ba470" /><path d="M2 22h16" stroke="#3d7a4f" stroke-width="1.600" stroke-linecap="round" />`,
  cloth: svg`<path d="M5 5h14v14H5z" fill="#c8475d" /><path d="M5 8.500h14M5 12h14M5 15.500h14" stroke="#f5c9d0" stroke-width="1.200" /><rect x="2" y="3" width="4" height="18" rx="2" fill="#8a5f34" /><rect x="18" y="3" width="4" height="18" rx="2" fill="#8a5f34" />`,
  jewel: svg`<path d="M7 3.500h10l5 6.500-10 11.500L2 10z" fill="#4aa8d8" stroke="#175f88" stroke-width="1.200" stroke-linejoin="round" /><path d="M2 10h20M8.500 10l3.500 11.500L15.500 10 12 3.500z" fill="none" stroke="#e2f5ff" stroke-width="1" />`,
};

/** @param {string} thing */
export const picture = (thing) => (PICTURES[thing] ? html`<svg class="picture" viewBox="0 0 24 24" aria-hidden="true">${PICTURES[thing]}</svg>` : nothing);
