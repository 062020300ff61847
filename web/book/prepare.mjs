// Makes the source of the rendered book: the pages of docs/book, those of docs/codes in the folder `codes`, and a summary with all of them.
// node web/book/prepare.mjs FOLDER
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

const [made] = process.argv.slice(2);
const BOOK = "docs/book";
const CODES = "docs/codes";
const repository = /^repository = "(.*)"$/m.exec(readFileSync("Cargo.toml", "utf8"))?.[1] ?? "";
// The source names no repository before its first release. Links to other files of the repository are words then.
const hasRepository = !repository.includes("/_owner_/");

// A host of files shows the index of a folder at the folder's address.
const asIndex = (path) => path.replace(/README\.md\b/g, "index.md");

/// Place of a file of the repository in the book; undefined for files that are not part of it.
function placeOf(path) {
  if (!path.endsWith(".md")) return undefined;
  if (path.startsWith(`${BOOK}/`)) return asIndex(path.slice(BOOK.length + 1));
  return path.startsWith(`${CODES}/`) ? `codes/${path.slice(CODES.length + 1)}` : undefined;
}

/// Link of a page with the target that it has in the book.
function moved(page, shown, target) {
  const [path, anchor] = target.split("#");
  if (/^[a-z]+:/.test(target) || path === "") return `[${shown}](${target})`;
  const file = posix.normalize(posix.join(posix.dirname(page), path));
  if (!existsSync(file)) throw new Error(`${page}: there is no ${target}`);
  const place = placeOf(file);
  const behind = anchor === undefined ? "" : `#${anchor}`;
  if (place !== undefined) return `[${shown}](${posix.relative(posix.dirname(placeOf(page)), place)}${behind})`;
  return hasRepository ? `[${shown}](${repository}/blob/HEAD/${file}${behind})` : shown;
}

/// Text of a page as the book has it. A heading such as "Fighter (`fighter`)" has the name as its id. The name of a file is shown above its text.
function rewritten(page, text) {
  const parts = text.replaceAll("\r\n", "\n").split(/(^```[^\n]*\n[\s\S]*?^```$)/m);
  return parts.map((part, at) => (at % 2 === 1 ? named(part) : withLinks(page, part).replace(/^#+ .*\(`(\w+)`\)$/gm, "$& {#$1}"))).join("");
}

const withLinks = (page, text) => text.replace(/\[([^\[\]]+)\]\(([^()\s]+)\)/g, (_, shown, target) => moved(page, shown, target));

const named = (fence) => fence.replace(/^```(\w+) (\S+)/, '<p class="file-name"><code>$2</code></p>\n\n```$1');

function write(page) {
  const file = join(made, "src", placeOf(page));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, rewritten(page, readFileSync(page, "utf8")));
}

const pagesIn = (folder) => readdirSync(folder, { recursive: true }).map((path) => `${folder}/${path.replaceAll("\\", "/")}`).filter((path) => path.endsWith(".md")).sort();

/// The summary, with the page of each finding below the table that lists it.
function summary() {
  const left = new Set(pagesIn(CODES));
  const lines = readFileSync("web/book/SUMMARY.md", "utf8").split("\n").flatMap((line) => {
    const table = /^( *)- \[.*\]\((tables\/.*)\)$/.exec(line);
    if (!table) return [line];
    const named = [...readFileSync(`${BOOK}/${table[2]}`, "utf8").matchAll(/\]\(\.\.\/\.\.\/(codes\/([\w-]+)\.md)\)/g)];
    const own = named.filter(([, path]) => left.delete(`docs/${path}`));
    return [line, ...own.map(([, path, code]) => `${table[1]}  - [${code}](${path})`)];
  });
  if (left.size > 0) throw new Error(`no table of docs/book/tables lists ${[...left].join(", ")}`);
  return asIndex(lines.join("\n"));
}

rmSync(made, { recursive: true, force: true });
[...pagesIn(BOOK), ...pagesIn(CODES)].forEach(write);
writeFileSync(join(made, "src", "SUMMARY.md"), summary());
for (const file of ["book.toml", "book.css"]) cpSync(`web/book/${file}`, join(made, file));
mkdirSync(join(made, "theme"), { recursive: true });
cpSync("web/public/icon.svg", join(made, "theme", "favicon.svg"));
// Without this file, the renderer adds fonts of its own.
mkdirSync(join(made, "theme", "fonts"), { recursive: true });
writeFileSync(join(made, "theme", "fonts", "fonts.css"), "/* The book uses the fonts of the system. */\n");
