/** Who the player is: name and token in this browser's storage, which is one per server. */

const NAME = "watai.name";
const TOKEN = "watai.token";

/** A browser may refuse storage; the page then forgets, and plays on. @param {string} key */
function read(key) {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} key @param {string} value */
function write(key, value) {
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch {
    // forgotten, see above
  }
}

export const identity = {
  get name() {
    return read(NAME);
  },
  set name(name) {
    write(NAME, name);
  },
  get token() {
    return read(TOKEN);
  },
  set token(token) {
    write(TOKEN, token);
  },
};

export { read, write };
