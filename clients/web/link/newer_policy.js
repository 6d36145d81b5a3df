/**
 * A page may connect to the nodes that its server knew when it handed the page out. For one that has joined since, the
 * page is loaded again from its server; seat and token are kept there.
 */

const RELOADED = "watai.reloaded";

/** Load the page again if its server by now lets it connect to this node. Never twice for the same one. @param {string} url @param {() => void} before called just before */
export async function reloadFor(url, before) {
  const reloaded = last();
  if (reloaded === undefined || reloaded === url) return;
  const answer = await fetch("/build.json", { cache: "no-store" }).catch(() => null);
  const allowed = (answer?.headers.get("Content-Security-Policy") ?? "").split(/[\s;]+/);
  if (!allowed.includes(new URL(url).origin)) return;
  sessionStorage.setItem(RELOADED, url);
  before();
  location.reload();
}

/** A node has let us in. */
export function arrived() {
  if (last()) sessionStorage.removeItem(RELOADED);
}

/** For which node the page was loaded again last; undefined where the browser keeps nothing, so that it could not tell. */
function last() {
  try {
    return sessionStorage.getItem(RELOADED);
  } catch {
    return undefined;
  }
}
