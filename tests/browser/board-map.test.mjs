// The map of the board: lit zones, the deeds of tokens and borders, the target after the act, a television, a scenario.
import assert from "node:assert/strict";
import { readFileSync, mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, open as openIn, overflow, picture, root, settled, start, stopAll } from "./support.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let browser;
const open = (address, size, options) => openIn(browser, address, size, options);
const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

async function serve(name, games = mkdtempSync(join(tmpdir(), "slipyard-map-")), ...more) {
  const args = ["serve", join(root, "content", name), "--port", "0", "--games", games, ...more];
  const { said, child } = await start(args, (said) => said.includes("\n"));
  return { address: said.trim(), child, games };
}

/// Begins an encounter or a scenario from the list of packages; `seats` changes who plays a side.
async function begin(page, key, seats = {}, seed = "7") {
  const card = page.locator(`[id="${key}"]`);
  await card.locator("summary").click();
  for (const [side, player] of Object.entries(seats)) await card.locator(`select[name=${side}]`).selectOption(player);
  await card.locator("input[name=seed]").fill(seed);
  await card.locator("button[type=submit]").click();
  await page.waitForURL(/\/board\?game=/);
  await page.locator("#title").filter({ hasText: /./ }).waitFor();
}

const place = (page, name) => page.locator("#picture .place[role=button]").filter({ has: page.locator("title", { hasText: name }) });

/// Clicks an answer by its sentence, and waits for the next question.
async function answer(page, sentence) {
  await page.locator(".options button", { hasText: sentence }).first().click();
  await settled(page);
}

/// Gives the first answer until a question contains a text.
async function until(page, text, most = 60) {
  for (let answers = 0; answers < most; answers += 1) {
    if ((await page.locator("#asked").innerText()).includes(text)) return;
    await page.evaluate(() => {
      const [option] = view.question.options;
      return act({ do: "answer", ask: view.question.ask, option: 0, ...(option.say ? { say: "smoke" } : {}) });
    });
    await settled(page);
  }
  throw new Error(`never asked: ${text}`);
}

async function accessible(page, name) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 160))]), [], name);
}

before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  stopAll();
});

test("the zones that can be reached are lit with their prices, and a click or Enter on one answers", { timeout: 120_000 }, async () => {
  const { address } = await serve("customs_dock");
  const { page, wrong } = await open(address, desk);
  await begin(page, "customs_dock.customs_raid");
  await answer(page, "Move");
  await until(page, "Where");
  const lit = page.locator("#picture .place.zone.lit");
  assert.ok(await lit.count() > 1);
  const labels = await page.locator("#picture .place.zone .pill text").allTextContents();
  assert.ok(labels.length > 0 && labels.every((label) => /^(\d+( \(border \d+\))?|stay|free)$/.test(label)), labels.join(", "));
  // The price is the one that the prompt has.
  const corridor = page.locator("#picture .place.zone.lit").filter({ has: page.locator("title", { hasText: /^Corridor: / }) });
  const said = await corridor.getAttribute("aria-label");
  const about = await page.locator(".options button", { hasText: "Enter Corridor" }).locator(".about").innerText();
  assert.ok(said.includes(about), `${said} / ${about}`);
  await picture(page, "map-lit", false);
  const asked = await page.locator("#step").innerText();
  await corridor.click({ position: { x: 12, y: 12 }, force: true });
  await page.waitForFunction((before) => document.getElementById("step").innerText !== before, asked);
  await settled(page);
  assert.match(await page.locator("#account").innerText(), /Corridor/);
  // By keyboard: one place is a stop of the Tab key, the arrows go on from it.
  await page.locator("#undo").click();
  await page.locator("#asked", { hasText: "Where to?" }).waitFor();
  assert.equal(await page.locator("#picture .place[tabindex='0']").count(), 1);
  await page.locator("#picture .place[tabindex='0']").focus();
  for (let steps = 0; steps < 4 && !/^Corridor: /.test(await page.evaluate(() => document.activeElement.getAttribute("aria-label"))); steps += 1) await page.keyboard.press(["ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight"][steps]);
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^Corridor: /);
  const before = await page.locator("#step").innerText();
  await page.keyboard.press("Enter");
  await page.waitForFunction((before) => document.getElementById("step").innerText !== before, before);
  assert.deepEqual(wrong, []);
});

test("a click on a token offers what can be done to it, with the odds of the prompt", { timeout: 120_000 }, async () => {
  const { address } = await serve("customs_dock");
  const { page, wrong } = await open(address, desk);
  await begin(page, "customs_dock.customs_raid");
  await page.locator(".options button").first().waitFor();
  await place(page, "Port marshal #1").click();
  const offered = page.locator("#deeds button", { hasText: "Attack" });
  const odds = await offered.locator(".about").innerText();
  assert.match(odds, /\d+% to hit/);
  await picture(page, "map-token", false);
  await accessible(page, "with a list beside a token");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#deeds").count(), 0);
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /Port marshal #1/, "the focus is back on the token");
  const step = await page.locator("#step").innerText();
  // The same odds are in the list of targets after the act, which is not declared yet.
  await page.locator(".options button", { hasText: "Attack" }).click();
  assert.equal(await page.locator(".options button", { hasText: "Port marshal #1" }).locator(".about").innerText(), odds);
  assert.equal(await page.locator("#step").innerText(), step);
  assert.equal(await page.locator("#picture .place.token.lit").count(), 2);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".options button", { hasText: "Pass" }).count(), 1);
  await place(page, "Port marshal #1").click();
  await offered.click();
  await page.waitForFunction((before) => document.getElementById("step").innerText !== before, step);
  await settled(page);
  assert.match(await page.locator("#account").innerText(), /Iveta Marsh (attacks|fires|shoots)[^\n]*Port marshal #1/);
  assert.deepEqual(wrong, []);
});

test("a border offers the work that can be done on it", { timeout: 120_000 }, async () => {
  const { address } = await serve("customs_dock");
  const { page, wrong } = await open(address, desk);
  await begin(page, "customs_dock.customs_raid");
  await page.locator(".options button").first().waitFor();
  const border = page.locator("#picture .place.border").filter({ has: page.locator("title", { hasText: /^Loading dock \/ Customs office/ }) });
  await border.focus();
  await page.keyboard.press("Enter");
  const work = page.locator("#deeds button", { hasText: "Obstruct a way: Loading dock" });
  const odds = await work.locator(".about").innerText();
  assert.match(odds, /^\d+%/);
  assert.ok((await page.locator(".options button", { hasText: "Obstruct" }).locator(".about").innerText()).includes(odds));
  const step = await page.locator("#step").innerText();
  await work.click();
  await page.waitForFunction((before) => document.getElementById("step").innerText !== before, step);
  assert.equal(await page.locator("#trouble").isVisible(), false);
  // On the way an open border may be closed and a closed one opened.
  await page.locator("#undo-turn").click();
  await page.locator(".options button", { hasText: "Move" }).first().click();
  await until(page, "Where to?");
  const hatch = page.locator("#picture .place.border.lit").first();
  assert.match(await hatch.getAttribute("aria-label"), /Pay 1 point/);
  assert.deepEqual(wrong, []);
});

test("at a desk the map, the question, eight lines of the account and the own tracks are seen without scrolling", { timeout: 240_000 }, async () => {
  for (const [name, key, side] of [["wreck_coast", "wreck_coast.night_on_the_candle"], ["thin_lanes", "thin_lanes.duel"], ["nine_sluices", "nine_sluices.garden_supper"], ["glass_shore", "glass_shore.payroll"], ["customs_dock", "customs_dock.customs_raid"]]) {
    const { address, child } = await serve(name);
    const { page, wrong } = await open(address, desk);
    await begin(page, key);
    await page.locator(".options button").first().waitFor();
    for (let answers = 0; answers < 6; answers += 1) await until(page, "\u0000", 1).catch(() => null);
    const hidden = await page.evaluate(() => {
      const seen = view;
      const lines = [...document.querySelectorAll("#account li")].filter((line) => line.textContent.trim()).slice(-8);
      const own = [...document.querySelectorAll("#people ul")].slice(0, seen.answered_sides.length).flatMap((list) => [...list.children]);
      const all = [document.querySelector(".map svg"), document.querySelector("#asked"), document.querySelector(".options button"), ...lines, ...own].filter(Boolean);
      const isSeen = (one) => {
        const box = one.getBoundingClientRect();
        let [top, bottom] = [0, innerHeight];
        for (let above = one.parentElement; above; above = above.parentElement) {
          if (getComputedStyle(above).overflowY === "visible") continue;
          const room = above.getBoundingClientRect();
          [top, bottom] = [Math.max(top, room.top), Math.min(bottom, room.bottom)];
        }
        return box.height > 0 && box.top >= top - 1 && box.bottom <= bottom + 1;
      };
      return all.filter((one) => !isSeen(one)).map((one) => `${one.tagName} ${one.textContent.slice(0, 60)}`);
    });
    await picture(page, `desk-${name}`, false);
    assert.deepEqual(hidden, [], name);
    assert.equal(await overflow(page), 0, name);
    assert.deepEqual(wrong, []);
    await page.close();
    child.kill();
  }
});

test("a television shows what the players see, in large letters and without controls", { timeout: 180_000 }, async () => {
  const { address } = await serve("glass_shore");
  const { page, wrong } = await open(address, desk);
  await begin(page, "glass_shore.three_towers", {}, "3");
  await page.locator("#people summary").first().waitFor();
  // A window of its own opens the printed address once.
  const tv = (await open(address, { width: 1920, height: 1080 })).page;
  await tv.goto(`${page.url()}&screen=tv`);
  await tv.locator("#title").filter({ hasText: /./ }).waitFor();
  assert.equal(await tv.locator("button:visible, input:visible, select:visible, a:visible, summary:visible").count(), 0);
  assert.ok(await tv.locator("#asked .who").innerText());
  const seen = await tv.evaluate(() => view.people.map((one) => one.mark));
  const all = await page.evaluate(() => view.people.map((one) => one.mark));
  assert.ok(seen.length < all.length, "units that not every side sees are hidden");
  const html = await tv.content();
  for (const mark of all.filter((mark) => !seen.includes(mark))) assert.ok(!html.includes(`<title>${mark} `), mark);
  const sizes = await tv.evaluate(() => [...document.querySelectorAll("#account li, #asked p")].map((one) => parseFloat(getComputedStyle(one).fontSize)));
  assert.ok(sizes.every((size) => size >= 28), sizes.join(" "));
  assert.equal(await overflow(tv), 0);
  await accessible(tv, "television");
  await picture(tv, "television", false);
  assert.deepEqual(wrong, []);
});

test("the board in play has no fault that axe knows, at a desk and on a phone, light and dark", { timeout: 600_000 }, async () => {
  for (const [name, key] of [["customs_dock", "customs_dock.customs_raid"], ["thin_lanes", "thin_lanes.duel"], ["nine_sluices", "nine_sluices.garden_supper"], ["glass_shore", "glass_shore.payroll"], ["quiet_docket", "quiet_docket.sealed_hold"]]) {
    const { address, child } = await serve(name);
    for (const colorScheme of ["light", "dark"]) {
      const { page, wrong } = await open(address, desk, { colorScheme });
      await begin(page, key);
      await page.locator(".options button").first().waitFor();
      await accessible(page, `${name}, ${colorScheme}`);
      await page.setViewportSize(phone);
      for (const tab of ["map", "act", "story", "people"]) {
        await page.locator(`.tabs [data-tab=${tab}]`).click();
        await accessible(page, `${name}, ${colorScheme}, ${tab}`);
        await picture(page, `${colorScheme}-phone-${name}-${tab}`, false);
      }
      assert.deepEqual(wrong, []);
      await page.close();
    }
    child.kill();
  }
});

test("a scenario is played encounter by encounter at the board, and goes on after the program was killed", { timeout: 400_000 }, async () => {
  const first = await serve("thin_lanes");
  const { page, wrong } = await open(first.address, desk);
  const sides = await page.locator('[id="thin_lanes.bad_week"] select').evaluateAll((all) => all.map((one) => one.name));
  // The program plays all sides, so that every encounter is over at once.
  await begin(page, "thin_lanes.bad_week", Object.fromEntries(sides.map((side) => [side, "doctrine"])));
  assert.match(await page.locator("#title").innerText(), /One bad week: The Widow alone/);
  await page.locator("#asked", { hasText: "The game is over." }).waitFor();
  const between = await page.locator("#answers").innerText();
  assert.match(between, /The Widow alone (is won by|ends without a winner)/);
  await picture(page, "between", false);
  if (await page.locator("#next").count()) {
    const next = (await page.locator("#next").innerText()).replace("go on: ", "");
    const carried = await page.locator("#answers li").allInnerTexts();
    await page.locator("#next").click();
    await page.waitForURL((url) => /-2-|-3-/.test(url.search));
    await page.locator("#title", { hasText: next }).waitFor();
    // The carried state is the announced one.
    assert.deepEqual(await page.evaluate(() => view.scenario.carried), carried);
    const game = page.url();
    const account = await page.locator("#account").innerText();
    // The earlier encounter can no longer be changed.
    await page.goBack();
    await page.locator("#asked", { hasText: "The game is over." }).waitFor();
    await page.locator("#undo").click();
    await page.locator("#trouble", { hasText: "can no longer be changed" }).waitFor();
    first.child.removeAllListeners("exit");
    first.child.kill("SIGKILL");
    await new Promise((resolve) => first.child.on("exit", resolve));
    const second = await serve("thin_lanes", first.games);
    const again = await open(second.address, desk);
    await again.page.goto(new URL(new URL(game).pathname + new URL(game).search, second.address).href);
    await again.page.locator("#open").click();
    await again.page.locator("#title", { hasText: next }).waitFor();
    assert.equal(await again.page.locator("#account").innerText(), account);
    assert.deepEqual(await again.page.evaluate(() => view.scenario.carried), carried);
  }
  assert.deepEqual(wrong.filter((text) => !/net::ERR_/.test(text)), []);
});
