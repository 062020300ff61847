// Makes the static folder of the page from what Vite built and from the rendered book: adds the packages that come with the page, and the lists of files
// that work without a network.
// node build.mjs WASM CONTENT DIST
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

const [wasm, content, dist] = process.argv.slice(2);

// Zstandard at its highest level is a quarter smaller than gzip. The frame contains no name and no time, so that the same wasm gives the same bytes.
writeFileSync(join(dist, "slipyard.wasm.zst"), execFileSync("zstd", ["--ultra", "-22", "--quiet", "--stdout", wasm], { maxBuffer: 1 << 28 }));

const packages = [];
mkdirSync(join(dist, "packages"), { recursive: true });
for (const name of readdirSync(content).sort()) {
  const files = {};
  for (const path of readdirSync(join(content, name)).sort()) {
    if (/(\.slip|^slipyard\.toml)$/.test(path)) files[path] = readFileSync(join(content, name, path), "utf8");
  }
  const manifest = files["slipyard.toml"];
  if (manifest === undefined) continue;
  const about = /^description = "(.*)"$/m.exec(manifest)?.[1] ?? "";
  const needs = [...manifest.matchAll(/path = "\.\.\/(\w+)"/g)].map((match) => match[1]);
  packages.push({ name, about, needs });
  writeFileSync(join(dist, "packages", `${name}.json`), JSON.stringify(files));
}
writeFileSync(join(dist, "packages", "index.json"), JSON.stringify(packages));

function below(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? below(join(folder, entry.name)) : [join(folder, entry.name)]));
}

// The page shows links to the book only if the folder has one.
if (existsSync(join(dist, "book", "index.html"))) {
  const page = join(dist, "index.html");
  writeFileSync(page, readFileSync(page, "utf8").replace('<meta charset="utf-8">', '$&\n    <meta name="slipyard-book" content="./book/">'));
}

const worker = join(dist, "service-worker.js");
const files = below(dist).filter((path) => path !== worker).sort();
const isBook = (path) => path.startsWith(join(dist, "book") + sep);

/// Version and addresses of some files, as the service worker has them.
function listed(paths) {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(readFileSync(path));
  return { version: hash.digest("hex").slice(0, 16), names: paths.map((path) => `./${relative(dist, path).split(sep).join("/")}`) };
}

const [app, book] = [listed(files.filter((path) => !isBook(path))), listed(files.filter(isBook))];
const filled = readFileSync(worker, "utf8")
  .replace('"VERSION"', JSON.stringify(app.version))
  .replace('["FILES"]', JSON.stringify(["./", ...app.names]))
  .replace('"BOOK"', JSON.stringify(`book-${book.version}`))
  .replace('["PAGES"]', JSON.stringify(book.names));
writeFileSync(worker, filled);
