// Shared by the tests of the browser edition: its static folder (WEB, by default target/slipyard-web, made by .ci/web) at a local server, and
// visits in new profiles, which fail a test by any error of the page.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { launch, root } from "./support.mjs";

export const folder = process.env.WEB ?? join(root, "target/slipyard-web");
const isThere = existsSync(join(folder, "index.html"));
if (!isThere) console.log(`the browser edition was not tested: there is no ${folder}, which .ci/web makes`);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json", ".webmanifest": "application/manifest+json", ".zst": "application/zstd" };
export const desk = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };
export const options = { skip: !isThere, timeout: 120_000 };
export let server, address, browser;

/// Serves folders at their paths, such as `{ "/": folder }`, and returns the server with its address.
export async function serveFolders(folders) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://x").pathname).replace(/\/$/, "/index.html");
    const [at, folder] = Object.entries(folders).sort(([one], [other]) => other.length - one.length).find(([at]) => path.startsWith(at));
    try {
      const bytes = readFileSync(join(folder, path.slice(at.length)));
      response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, address: `http://127.0.0.1:${server.address().port}/` };
}

before(async () => {
  if (!isThere) return;
  ({ server, address } = await serveFolders({ "/": folder }));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

/// A new profile with the page in it, which fails the test by any error of its own.
export async function visit(size = desk, more = {}, at = address) {
  const own = new URL("/", at).href;
  const context = await browser.newContext({ viewport: size, permissions: ["clipboard-read", "clipboard-write"], ...more });
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => { if (message.type() === "error") wrong.push(message.text()); });
  page.on("request", (request) => { if (!request.url().startsWith(own) && !/^(data|blob):/.test(request.url())) wrong.push(request.url()); });
  await page.goto(at);
  return { context, page, wrong };
}

export const begin = (page, what) => page.getByRole("dialog").getByRole("button", { name: what }).click();
export const tab = (page, name) => page.getByRole("tab", { name }).click();
export const text = (page) => page.locator(".cm-content");

/// Replaces the whole text of the shown file.
export async function write(page, words) {
  await text(page).click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(words);
}

/// Runs a test in a new profile. No error of the page and no request to another host may occur in it.
export const onFirstVisit = (name, settings, body) => test(name, settings, async () => {
  const { context, page, wrong } = await visit();
  await body(page, context);
  assert.deepEqual(wrong, []);
  await context.close();
});

/// Violations of the accessibility rules, one line each.
export async function unfit(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).slice(0, 3).join("; ")}`);
}
