/** The rule book of the game, read from the server and set as paragraphs and lists. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { subjectOf } from "../text/text.js";

/** @type {Map<string, string>} */
const books = new Map();

/** @param {import("../app.js").App} app */
export function rulesSheet(app) {
  const { game } = app.model.room;
  const address = `/rules/${app.text.language}/${subjectOf(game)}.md`;
  if (!books.has(address)) load(app, address);
  return html`<h2 id="sheet-title">${app.say("screens.pages.rules", { game: app.say(`games.${game}`) })}</h2><div class="book">${markdown(books.get(address) ?? "")}</div>`;
}

/** @param {import("../app.js").App} app @param {string} address */
async function load(app, address) {
  books.set(address, "");
  const answer = await fetch(address);
  books.set(address, answer.ok ? await answer.text() : "");
  app.change();
}

/** The little Markdown that the rule books use: headings, lists, tables as lines, bold. @param {string} book */
function markdown(book) {
  return book.split("\n").map((line) => {
    const heading = line.match(/^(#+) (.*)/);
    if (heading) return heading[1].length === 1 ? nothing : html`<h3>${inline(heading[2])}</h3>`;
    if (/^\s*[-*] /.test(line)) return html`<p class="item">${inline(line.replace(/^\s*[-*] /, ""))}</p>`;
    return /^\|[-|: ]+$/.test(line) || !line.trim() ? nothing : html`<p>${inline(line)}</p>`;
  });
}

/** @param {string} line */
function inline(line) {
  return line
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*]+\*)/)
    .map((part) => {
      if (part.startsWith("**")) return html`<b>${part.slice(2, -2)}</b>`;
      if (part.startsWith("`")) return html`<code>${part.slice(1, -1)}</code>`;
      return part.length > 2 && part.startsWith("*") ? html`<i>${part.slice(1, -1)}</i>` : part;
    });
}
