// The site that `slipyard doc` writes, read from the disk by a real browser: sort, filter and search, at desk and phone width.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const program = process.env.SLIPYARD ?? join(root, "target/debug/slipyard");
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const pictures = process.env.PICTURES;
const folder = join(mkdtempSync(join(tmpdir(), "slipyard-site-")), "site");
const at = (path) => pathToFileURL(join(folder, path)).href;
let browser;

before(async () => {
  execFileSync(program, ["doc", join(root, "content"), "--out", folder], { stdio: "ignore" });
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"] });
});
after(() => browser?.close());

test("tables are sorted and filtered, and what is looked for is found", { timeout: 60_000 }, async () => {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("request", (request) => { if (!/^(file|data):/.test(request.url())) wrong.push(request.url()); });
  await page.goto(at("harrow_reach/ship/index.html"));
  const titles = () => page.locator("tbody tr:visible td:first-child, tbody tr:visible th:first-child").allInnerTexts();
  const all = await titles();
  assert.ok(all.length > 5);
  const points = page.locator("thead th", { hasText: "Points" });
  await points.locator("button").click();
  assert.equal(await points.getAttribute("aria-sort"), "ascending");
  const numbers = async () => (await page.locator("tbody tr:visible td:nth-child(4)").allInnerTexts()).map(Number);
  const up = await numbers();
  assert.deepEqual(up, [...up].sort((one, other) => one - other));
  await points.locator("button").click();
  assert.equal(await points.getAttribute("aria-sort"), "descending");
  assert.deepEqual(await numbers(), up.reverse());
  await page.locator("input").nth(1).fill("fighter");
  const some = await titles();
  assert.ok(some.includes("Sparrow") && some.length < all.length);
  await page.locator("header input").fill("sparrow");
  await page.locator("header a", { hasText: "Sparrow" }).click();
  await page.waitForURL(/sparrow\.html$/);
  assert.deepEqual(wrong, []);
});

test("without a script everything is there to be read", { timeout: 60_000 }, async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(at("index.html"));
  await page.locator("a", { hasText: "Harrow reach" }).first().click();
  await page.goto(at("harrow_reach/ship/index.html"));
  assert.ok(await page.locator("tbody tr").count() > 5);
  await page.locator("tbody a", { hasText: "Sparrow" }).click();
  assert.match(await page.locator("main").innerText(), /Sparrow/);
});

test("on a telephone nothing is wider than the page, by day and by night", { timeout: 120_000 }, async () => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, colorScheme });
    for (const path of ["index.html", "harrow_reach/index.html", "harrow_reach/ship/index.html", "harrow_reach/ship/borrowed_time.html", "wreck_coast/encounter/night_on_the_candle.html", "wreck_coast/map/slow_candle.html", "salt_road/rules.html", "salt_road/findings.html", "salt_road/licence.html"]) {
      await page.goto(at(path));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(wide, 0, `${path} in ${colorScheme}`);
      if (pictures) {
        mkdirSync(pictures, { recursive: true });
        await page.screenshot({ path: join(pictures, `site-${colorScheme}-${path.replaceAll("/", "-")}.png`), fullPage: true });
      }
    }
    await page.close();
  }
});

test("names that are as long as names may be leave no telephone and no card, on a screen or on paper", { timeout: 60_000 }, async () => {
  const home = mkdtempSync(join(tmpdir(), "slipyard-long-"));
  const write = (name, text) => writeFileSync(join(home, name), text);
  const title = (number) => `Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamten ${number}`;
  const suns = [0, 1, 2].map((number) => `system sun_${number} "${title(number)}" { tech T2; environment 0; resources 1; aspects "One", "Two", "Three" }`);
  write("slipyard.toml", `[package]\nname = "long"\nversion = "0.1.0"\nedition = 1\nlicence = "CC0-1.0"\nauthors = []\ndescription = "Long names."\n`);
  write("suns.slip", `${suns.join("\n")}\ncluster knot "The knot" {\n  systems sun_0, sun_1, sun_2\n  slipstream sun_0 -- sun_1\n  slipstream sun_1 -- sun_2\n}\n`);
  const out = (name) => join(home, name);
  execFileSync(program, ["doc", home, "--out", out("site")], { stdio: "ignore" });
  execFileSync(program, ["sheet", "--in", home, "--out", out("sheet.html")], { stdio: "ignore" });
  execFileSync(program, ["simulate", "customs_raid", "--in", join(root, "content/customs_dock"), "-n", "20", "--format", "html", "--out", out("odds.html")], { stdio: "ignore" });
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  for (const path of ["site/long/system/sun_0.html", "site/long/system/sun_1.html", "odds.html"]) {
    await page.goto(pathToFileURL(out(path)).href);
    assert.equal(await wide(), 0, path);
  }
  // On paper nobody can push a table aside. A4 without its margins is as wide as this.
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.goto(pathToFileURL(out("sheet.html")).href);
  await page.emulateMedia({ media: "print" });
  const over = await page.evaluate(() => [...document.querySelectorAll(".scroll")].map((box) => box.scrollWidth - box.clientWidth));
  assert.ok(over.length > 0 && over.every((by) => by <= 0), `${over}`);
  await page.close();
});

test("on paper a heading of an encounter stands above what it heads", { timeout: 60_000 }, async () => {
  const page = await browser.newPage();
  await page.goto(at("wreck_coast/encounter/night_on_the_candle.html"));
  await page.emulateMedia({ media: "print" });
  const [heading, map] = await page.evaluate(() => ["main h2", ".map"].map((which) => getComputedStyle(document.querySelector(which))).map((style) => [style.breakAfter, style.breakInside]));
  assert.deepEqual([heading[0], map[1]], ["avoid", "avoid"]);
  await page.close();
});

test("a screen reader is given a name for everything that can be used or seen, and one heading to begin at", { timeout: 60_000 }, async () => {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  const encounter = "customs_dock/encounter/customs_raid.html";
  for (const path of ["index.html", "harrow_reach/index.html", "harrow_reach/ship/index.html", "harrow_reach/ship/sparrow.html", encounter, "harrow_reach/rules.html"]) {
    await page.goto(at(path));
    const told = await page.locator("body").ariaSnapshot();
    const nameless = told.match(/^\s*- (button|link|textbox|searchbox|combobox|img|region|navigation|table)(:.*)?$/gm) ?? [];
    assert.deepEqual(nameless, [], `${path}\n${told}`);
    assert.equal(await page.getByRole("main").count(), 1, path);
    assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1, path);
  }
  // Names of the boxes of a track, and of the drawing of a map, for a screen reader.
  await page.goto(at("harrow_reach/ship/sparrow.html"));
  assert.ok(await page.getByRole("img", { name: /^\d+ boxes$/ }).count() > 0);
  await page.goto(at(encounter));
  assert.ok(await page.getByRole("img", { name: /dock/i }).count() > 0);
});
