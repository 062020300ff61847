// The board in a real browser: a whole encounter by clicks, the page loaded again in the middle.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve as resolvePath } from "node:path";
import { after, before, test } from "node:test";
import { launch, open as openIn, overflow, picture, root, settled, start, stopAll } from "./support.mjs";

let browser;
const open = (address, size) => openIn(browser, address, size);

/// Serves a package of ours, or one in a folder, and gives the address to open.
async function serve(name, games = mkdtempSync(join(tmpdir(), "slipyard-board-")), port = "0") {
  const args = ["serve", resolvePath(root, "content", name), "--port", port, "--ask", "full", "--games", games];
  const { said, child } = await start(args, (said) => said.includes("\n"));
  return { address: said.trim(), child, games };
}

/// Begins an encounter from the list of packages.
async function begin(page, key) {
  const card = page.locator(`[id="${key}"]`);
  await card.locator("summary").click();
  await card.locator("input[name=seed]").fill("7");
  await card.locator("button[type=submit]").click();
  await page.waitForURL(/\/board\?game=/);
  await page.locator("#title").filter({ hasText: /./ }).waitFor();
}

before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  stopAll();
});

test("a whole encounter is played by clicking, and the page loaded again in the middle finds it where it was", { timeout: 240_000 }, async () => {
  const { address } = await serve("wreck_coast");
  const { page, wrong } = await open(address);
  await picture(page, "index");
  assert.equal(new URL(page.url()).search, "", "the token stays in no address");
  await begin(page, "wreck_coast.night_on_the_candle");
  await page.locator(".options button").first().waitFor();
  await picture(page, "board");
  let clicks = 0;
  while (await page.locator(".options button").count()) {
    clicks += 1;
    assert.ok(clicks < 600, "it does not end");
    const asked = await page.locator("#asked").innerText();
    await page.locator(".options button").first().click();
    const say = page.locator("#answers form:not(:has(#typed)) button[type=submit]");
    if (await say.count()) await say.click();
    await settled(page);
    if (clicks === 12) {
      const before = [await page.locator("#asked").innerText(), await page.locator("#step").innerText(), await page.locator("#account").innerText()];
      await page.reload();
      await page.locator(".options button").first().waitFor();
      const now = [await page.locator("#asked").innerText(), await page.locator("#step").innerText(), await page.locator("#account").innerText()];
      assert.deepEqual(now, before);
      assert.notEqual(asked, "");
    }
  }
  assert.match(await page.locator("#asked").innerText(), /The game is over\./);
  await picture(page, "over");
  // The slider goes through all of it, and back.
  await page.locator("#slider").focus();
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.getElementById("step").textContent.startsWith("0 /"));
  assert.match(await page.locator("#asked").innerText(), /the past/);
  await page.locator("#answers button").click();
  await page.locator("#asked", { hasText: "The game is over." }).waitFor();
  assert.deepEqual(wrong, []);
});

test("seeds of simulations are taken, what was chosen stays when something is saved, and a page of an ended run says what to do", { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "slipyard-package-"));
  cpSync(join(root, "content", "wreck_coast"), folder, { recursive: true });
  const { address, child, games } = await serve(folder);
  const { page, wrong } = await open(address);
  const card = page.locator('[id="wreck_coast.night_on_the_candle"]');
  await card.locator("summary").click();
  await card.locator("input[name=seed]").fill("9007199254740993");
  await card.locator("button[type=submit]").click();
  await card.locator("[role=alert]", { hasText: "is not a seed" }).waitFor();
  await card.locator("input[name=seed]").fill("4471718421322999");
  await card.locator("select").first().selectOption("random");
  const told = page.waitForResponse(/\/api\/house/);
  writeFileSync(join(folder, "more.slip"), "// saved\n");
  await told;
  await page.waitForFunction(() => document.querySelector("#packages"));
  assert.equal(await card.locator("input[name=seed]").inputValue(), "4471718421322999");
  assert.equal(await card.locator("select").first().inputValue(), "random");
  await card.locator("select").first().selectOption("human");
  await card.locator("button[type=submit]").click();
  await page.waitForURL(/night_on_the_candle-4471718421322999/);
  await page.locator(".options button").first().waitFor();
  const port = new URL(address).port;
  child.removeAllListeners("exit");
  child.kill();
  await new Promise((resolve) => child.on("exit", resolve));
  await serve(folder, games, port);
  await page.locator(".options button").first().click();
  await page.locator("#trouble", { hasText: "open the address that slipyard serve has printed" }).waitFor();
  // The page has lost its connection to the ended run.
  assert.deepEqual(wrong.filter((text) => !/net::ERR_/.test(text)), []);
});

test("answers are taken back, typed as words and as numbers, and the referee rules", { timeout: 120_000 }, async () => {
  const { address } = await serve("wreck_coast");
  const { page, wrong } = await open(address);
  await begin(page, "wreck_coast.night_on_the_candle");
  await page.locator(".options button").first().waitFor();
  const first = await page.locator("#asked").innerText();
  await page.locator("body").press("1");
  await page.waitForFunction((first) => document.getElementById("asked").innerText !== first, first);
  await page.locator("#undo").click();
  await page.waitForFunction((first) => document.getElementById("asked").innerText === first, first);
  const words = await page.locator(".options button").first().getAttribute("title");
  await page.locator("#typed").fill("sing to the moon");
  await page.keyboard.press("Enter");
  await page.locator("#trouble:not([hidden])").waitFor();
  assert.match(await page.locator("#trouble").innerText(), /\S/);
  await page.locator("#typed").fill(words);
  await page.keyboard.press("Enter");
  await page.waitForFunction((first) => document.getElementById("asked").innerText !== first, first);
  assert.ok(await page.locator("#rulings dt").count() > 3);
  assert.deepEqual(wrong, []);
});

test("on a telephone nothing is wider than the page, and everything has a name", { timeout: 240_000 }, async () => {
  for (const [name, key] of [["wreck_coast", "wreck_coast.night_on_the_candle"], ["thin_lanes", "thin_lanes.duel"], ["nine_sluices", "nine_sluices.garden_supper"], ["glass_shore", "glass_shore.payroll"], ["quiet_docket", "quiet_docket.sealed_hold"]]) {
    const { address, child } = await serve(name);
    const { page, wrong } = await open(address, { width: 390, height: 844 });
    await page.locator("article").first().waitFor();
    const wide = () => overflow(page);
    assert.equal(await wide(), 0, `${name}: the list`);
    await begin(page, key);
    await page.locator("#asked").filter({ hasText: /./ }).waitFor();
    assert.equal(await wide(), 0, `${name}: the board`);
    await picture(page, `phone-${name}`);
    await page.setViewportSize({ width: 1200, height: 900 });
    await picture(page, `desk-${name}`);
    const nameless = await page.evaluate(() => [...document.querySelectorAll("button, input, select, a")]
      .filter((one) => !one.textContent.trim() && !one.getAttribute("aria-label") && !one.title && !one.labels?.length).map((one) => one.outerHTML));
    assert.deepEqual(nameless, []);
    assert.deepEqual(wrong, []);
    await page.close();
    child.kill();
  }
});

test("whoever writes goes on writing, and what is written elsewhere is an answer in words and no number", { timeout: 120_000 }, async () => {
  const { address } = await serve("customs_dock");
  const { page, wrong } = await open(address);
  await begin(page, "customs_dock.customs_raid");
  await page.locator("#typed").waitFor();
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.className);
  const asked = () => page.locator("#asked").innerText();
  const step = () => page.locator("#step").innerText();
  const first = await asked();
  await page.locator("#typed").click();
  await page.keyboard.type("maneuver");
  await page.keyboard.press("Enter");
  await page.waitForFunction((first) => document.getElementById("asked").innerText !== first, first);
  await settled(page);
  const [whom, then] = [await asked(), await step()];
  assert.equal(await focused(), "typed");
  await page.keyboard.type("on marshal#2");
  assert.deepEqual([await page.locator("#typed").inputValue(), await asked(), await step()], ["on marshal#2", whom, then]);
  // Also where nothing has the keyboard.
  await page.locator("#typed").fill("");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.type("on marshal#2");
  assert.deepEqual([await page.locator("#typed").inputValue(), await asked(), await step()], ["on marshal#2", whom, then]);
  // After an answer by keyboard the focus is on the first answer of the next question.
  await page.locator(".options button").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction((whom) => document.getElementById("asked").innerText !== whom, whom);
  assert.equal(await focused(), "first");
  assert.deepEqual(wrong, []);
});

// Clicks "Pass", or the first answer where the question cannot be passed: the first one follows the doctrine.
async function passes(page) {
  const pass = page.locator(".options button", { hasText: "Pass" });
  await ((await pass.count()) > 0 ? pass : page.locator(".options button")).first().click();
}

test("what is refused is seen wherever it was tried, and what is done while the past is looked at is shown", { timeout: 120_000 }, async () => {
  const { address } = await serve("customs_dock");
  const { page, wrong } = await open(address, { width: 1280, height: 900 });
  await begin(page, "customs_dock.customs_raid");
  await page.locator(".options button").first().waitFor();
  for (const size of [{ width: 1280, height: 900 }, { width: 390, height: 844 }]) {
    await page.setViewportSize(size);
    const tab = (name) => size.width < 640 && page.locator(`.tabs [data-tab=${name}]`).click();
    await tab("people");
    await page.locator("#ruling").scrollIntoViewIfNeeded();
    await page.locator("#ruling").fill("make him a duck");
    await page.locator("#rule button").click();
    await page.locator("#trouble:not([hidden])").waitFor();
    const box = await page.locator("#refused").boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= size.height, `${size.width}: ${JSON.stringify(box)}`);
    await picture(page, `refused-${size.width}`);
    await page.locator("#refused-seen").click();
    assert.equal(await page.locator("#trouble").isVisible(), false);
    // It does not cover the field in which it is mended.
    await tab("act");
    await page.locator("#typed").evaluate((field) => field.scrollIntoView());
    await page.locator("#typed").fill("sing a song");
    await page.keyboard.press("Enter");
    await page.locator("#trouble:not([hidden])").waitFor();
    const [said, field] = [await page.locator("#trouble").boundingBox(), await page.locator("#typed").boundingBox()];
    assert.ok(said.y + said.height <= field.y && field.y + field.height <= size.height, `${size.width}: ${JSON.stringify([said, field])}`);
    await picture(page, `refused-words-${size.width}`);
    await page.locator("#refused-seen").click();
    await page.locator("#typed").fill("");
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  // A double click is one answer, and nothing is wrong with it.
  const first = await page.locator("#asked").innerText();
  await page.locator(".options button", { hasText: "Pass" }).first().dblclick();
  await page.waitForFunction((first) => document.getElementById("asked").innerText !== first, first);
  await settled(page);
  assert.equal(await page.locator("#trouble").isVisible(), false);
  await page.locator("#undo").click();
  await page.waitForFunction((first) => document.getElementById("asked").innerText === first, first);
  for (const deed of ["#undo", "#seat button"]) {
    for (let answers = 0; answers < 3; answers += 1) {
      await passes(page);
      await settled(page);
    }
    await page.locator("#slider").focus();
    await page.keyboard.press("Home");
    await page.locator("#asked", { hasText: "the past" }).waitFor();
    await page.locator(deed).click();
    await page.locator(".options button").first().waitFor();
    assert.doesNotMatch(await page.locator("#asked").innerText(), /the past/);
    assert.equal(await page.locator("#on").isDisabled(), true);
  }
  assert.deepEqual(wrong, []);
});

test("a page whose empty field has the keyboard shows what another one does, and keeps what is being written", { timeout: 120_000 }, async () => {
  const { address } = await serve("customs_dock");
  const { page, wrong } = await open(address);
  await begin(page, "customs_dock.customs_raid");
  await page.locator(".options button").first().waitFor();
  const other = (await open(address)).page;
  await other.goto(page.url());
  await other.locator("#typed").focus();
  const asked = () => page.locator("#asked").innerText();
  const answer = async () => {
    const before = await asked();
    await passes(page);
    await page.waitForFunction((before) => document.getElementById("asked").innerText !== before, before);
    await settled(page);
  };
  await answer();
  const now = await asked();
  await other.waitForFunction((now) => document.getElementById("asked").innerText === now, now, { timeout: 15_000 });
  assert.equal(await other.evaluate(() => document.activeElement.id), "typed");
  await other.keyboard.type("pass");
  await answer();
  await other.waitForTimeout(4_000);
  assert.equal(await other.locator("#asked").innerText(), now);
  await other.keyboard.press("Enter");
  await other.locator("#trouble", { hasText: "has changed in the meantime" }).waitFor();
  assert.deepEqual([await other.locator("#asked").innerText(), await other.locator("#typed").inputValue()], [await asked(), "pass"]);
  assert.deepEqual(wrong, []);
});

test("scenarios are listed, pawns too, and a page whose thing is renamed comes back with its name", { timeout: 180_000 }, async () => {
  const lanes = await open((await serve("thin_lanes")).address);
  const card = lanes.page.locator('[id="thin_lanes.bad_week"]');
  assert.match(await card.innerText(), /scenario: .*play or watch/s);
  // A game that is watched to its end: whoever is out is to be read.
  const fight = lanes.page.locator('[id="thin_lanes.border_patrol"]');
  await fight.locator("summary").click();
  for (const seat of await fight.locator("select").all()) await seat.selectOption("doctrine");
  await fight.locator("input[name=seed]").fill("7");
  await fight.locator("button[type=submit]").click();
  const out = lanes.page.locator("#people li.out").first();
  await out.waitFor();
  assert.equal(await out.evaluate((one) => getComputedStyle(one).opacity), "1");
  assert.deepEqual(lanes.wrong, []);
  const sluices = await open((await serve("nine_sluices")).address);
  await begin(sluices.page, "nine_sluices.water_court");
  await sluices.page.locator("#people h3", { hasText: "pawns" }).waitFor();
  const marks = await sluices.page.locator("#people summary strong").allInnerTexts();
  assert.ok(["A1 ", "A5 "].every((mark) => marks.some((text) => text.startsWith(mark))), marks.join(", "));
  assert.deepEqual(sluices.wrong, []);
  const folder = mkdtempSync(join(tmpdir(), "slipyard-package-"));
  cpSync(join(root, "content", "customs_dock"), folder, { recursive: true });
  const { address } = await serve(folder);
  const { page, wrong } = await open(address);
  await page.goto(new URL("/site/customs_dock/npc/deckhand.html", address).href);
  const title = await page.locator("h1").innerText();
  await page.locator(".live").waitFor({ state: "attached" });
  // The page must have heard how things stand before they change.
  await page.waitForResponse(/\/api\/stamp/);
  const people = readFileSync(join(folder, "people.slip"), "utf8");
  writeFileSync(join(folder, "people.slip"), people.replace("npc deckhand ", "npc deckhandd "));
  await page.locator("h1", { hasText: "There is no such page" }).waitFor({ timeout: 60_000 });
  assert.equal(await page.locator('a[href="/table"]').first().isVisible(), true);
  await page.waitForResponse(/\/api\/stamp/);
  writeFileSync(join(folder, "people.slip"), people);
  await page.waitForFunction((title) => document.querySelector("h1")?.innerText === title, title, { timeout: 60_000 });
  assert.deepEqual(wrong, []);
});

test("a game that is kept is opened by a click, and looking at its page opens nothing", { timeout: 120_000 }, async () => {
  const end = async (child) => {
    child.removeAllListeners("exit");
    child.kill();
    await new Promise((resolve) => child.on("exit", resolve));
  };
  const first = await serve("wreck_coast");
  const begun = await open(first.address);
  await begin(begun.page, "wreck_coast.night_on_the_candle");
  await begun.page.locator(".options button").first().waitFor();
  const [asked, link] = [await begun.page.locator("#asked").innerText(), new URL(begun.page.url())];
  await begun.page.close();
  await end(first.child);
  // By its address: it is offered to be opened.
  const second = await serve("wreck_coast", first.games);
  const marked = await open(second.address);
  await marked.page.goto(new URL(link.pathname + link.search, second.address).href);
  await marked.page.locator("#asked", { hasText: "is not open here" }).waitFor();
  await picture(marked.page, "closed");
  for (const deed of ["#back", "#on", "#run", "#undo"]) await marked.page.locator(deed).click({ force: true });
  assert.equal(await marked.page.locator(".options button").count(), 0);
  await marked.page.locator("#open").click();
  await marked.page.locator(".options button").first().waitFor();
  assert.equal(await marked.page.locator("#asked").innerText(), asked);
  assert.deepEqual(marked.wrong, []);
  await marked.page.close();
  await end(second.child);
  // By the list: a click opens it.
  const third = await serve("wreck_coast", first.games);
  const listed = await open(third.address);
  await listed.page.locator("#games a").first().click();
  await listed.page.locator(".options button").first().waitFor();
  assert.equal(await listed.page.locator("#asked").innerText(), asked);
  assert.deepEqual(listed.wrong, []);
});
