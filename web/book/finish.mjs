// Completes the pages that mdBook has rendered: no script inside of a page, a strict content security policy, an anchor for each row that explains a
// word. Fails if a link leads nowhere. node web/book/finish.mjs FOLDER
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";

const [folder] = process.argv.slice(2);
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'";
const LANGUAGE = "slip-language.js";
const BUTTON = "sidebar-button.js";

const pages = readdirSync(folder, { recursive: true }).map((path) => path.replaceAll("\\", "/")).filter((path) => path.endsWith(".html")).sort();
const texts = new Map(pages.map((page) => [page, readFileSync(join(folder, page), "utf8")]));

/// Moves a script into a file, and returns its name. Pages of the same folder share their files.
function scriptFile(text) {
  const name = `scripts/${createHash("sha256").update(text).digest("hex").slice(0, 12)}.js`;
  mkdirSync(join(folder, "scripts"), { recursive: true });
  writeFileSync(join(folder, name), text);
  return name;
}

const plain = (cell) => cell.replace(/<[^>]*>/g, "").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/// The word that a row of a table explains: the number of a ruling, or the first word of its first code.
function wordOf(cell) {
  const ruling = /^R-[A-Z]+\d+$/.exec(plain(cell));
  if (ruling) return ruling[0];
  const code = /<code>(.*?)<\/code>/.exec(cell)?.[1];
  return code === undefined ? undefined : plain(code).split(/[ ({]/)[0];
}

const idsOf = (text) => new Set([...text.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]));

/// Gives each row of a table the word that it explains as its id, unless the page has this id already.
function withRows(text) {
  const ids = idsOf(text);
  return text.replace(/<tr><td>(.*?)<\/td>/g, (row, cell) => {
    const id = escaped(wordOf(cell) ?? "");
    if (id === "" || ids.has(id)) return row;
    ids.add(id);
    return `<tr id="${id}"><td>${cell}</td>`;
  });
}

function finished(page, text) {
  const root = "../".repeat(page.split("/").length - 1);
  return withRows(text)
    .replace(/<script>([\s\S]*?)<\/script>/g, (_, script) => `<script src="${root}${scriptFile(script)}"></script>`)
    .replace(/(<script src="[^"]*highlight-[^"]*"><\/script>)/, `$1\n        <script src="${root}${LANGUAGE}"></script>`)
    .replace(/(<script src="[^"]*\/?book-[^"]*\.js"><\/script>)/, `$1\n        <script src="${root}${BUTTON}"></script>`)
    .replace(/<meta charset="UTF-8">/i, `$&\n        <meta http-equiv="Content-Security-Policy" content="${POLICY}">`)
    .replace(/<iframe class="sidebar-iframe-outer" src="([^"]*)"><\/iframe>/, '<a href="$1">All pages</a>')
    .replaceAll('rel="next prefetch"', 'rel="next"')
    .replace(/ style="text-align: (right|center|left)"/g, ' class="$1"')
    // For keyboards and screen readers: the sidebar's button, the bar at the top, texts that scroll, tables without a title in a corner.
    .replace(/<label (id="mdbook-sidebar-toggle"[^>]*?) for="[^"]*"([^>]*>[\s\S]*?)<\/label>/, '<button type="button" $1$2</button>')
    .replace('<div id="mdbook-menu-bar"', '$& role="banner"')
    .replaceAll('<pre><code class="', '<pre><code tabindex="0" class="')
    .replaceAll("<th></th>", "<td></td>")
    .replaceAll('<div style="clear: both"></div>', '<div class="end-of-links"></div>');
}

for (const [page, text] of texts) texts.set(page, finished(page, text));
for (const [page, text] of texts) writeFileSync(join(folder, page), text);
for (const file of [LANGUAGE, BUTTON]) cpSync(`web/book/${file}`, join(folder, file));
// The licences of the scripts, styles and icons go with them.
cpSync("NOTICE", join(folder, "NOTICE.txt"));
rmSync(join(folder, ".nojekyll"), { force: true });

const faults = [];
const ids = new Map([...texts].map(([page, text]) => [page, idsOf(text)]));
for (const [page, text] of texts) {
  if (!text.includes(POLICY)) faults.push(`${page} has no content security policy`);
  if (/<script>| style="|<style| on\w+="/.test(text)) faults.push(`${page} has a script or a style inside of it`);
  for (const [, link] of text.matchAll(/ (?:href|src)="([^"]*)"/g)) {
    if (/^[a-z]+:/.test(link)) continue;
    const [path, anchor] = link.split("#");
    const target = path === "" ? page : posix.join(posix.dirname(page), path);
    const isThere = existsSync(join(folder, target)) && (!anchor || !ids.has(target) || ids.get(target).has(anchor));
    if (!isThere) faults.push(`${page}: ${link} leads nowhere`);
  }
}
if (faults.length > 0) throw new Error(faults.join("\n"));
