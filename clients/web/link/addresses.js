/**
 * Where the service can be reached: at one address now, at others if that one is gone or sends us there.
 * The twin of clients/conversation/addresses.py.
 */

const MOST = 16;
const MOST_MOVES = 5; // in a row without a welcome; then each address is tried in its turn

export class Addresses {
  /** @param {string} home the node that the page came from */
  constructor(home) {
    this.here = home;
    /** @type {string[]} */
    this.others = [];
    this.moves = 0;
  }

  get several() {
    return this.others.length > 0;
  }

  /** The server names the other nodes. @param {string[]} urls */
  know(urls) {
    this.others = urls.filter((url) => this.#safe(url) && !same(url, this.here)).slice(0, MOST);
  }

  /** A node has let us in. */
  arrived() {
    this.moves = 0;
  }

  /** Go where the server sends us; whether we do. If nobody answers there, it may know more by then. @param {string} url */
  follow(url) {
    this.moves += 1;
    if (!this.#safe(url) || this.moves > MOST_MOVES) return false;
    this.others = [this.here, ...this.others.filter((each) => !same(each, url) && !same(each, this.here))].slice(0, MOST);
    this.here = url;
    return true;
  }

  /** This one cannot be reached: the next, and this one again after all of them. */
  next() {
    this.others.push(this.here);
    this.here = /** @type {string} */ (this.others.shift());
  }

  /** A page that came over TLS stays on TLS. @param {string} url */
  #safe(url) {
    return url.startsWith("wss://") || (url.startsWith("ws://") && this.here.startsWith("ws://"));
  }
}

/** Whether two addresses lead to the same node, with a path or without. @param {string} one @param {string} other */
const same = (one, other) => new URL(one).href === new URL(other).href;
