// A shared game in real browsers: a referee, two players on telephones, and a stranger.
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, open, overflow, picture, root, settled, start, stopAll } from "./support.mjs";

let browser;
before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  stopAll();
});

/// Shares an encounter on the loopback, and gives the links by their seats.
async function share(name, encounter, ...more) {
  const games = mkdtempSync(join(tmpdir(), "slipyard-shared-"));
  const args = ["serve", join(root, "content", name), "--port", "0", "--address", "127.0.0.1", "--share", encounter, "--games", games, ...more];
  const { said, child } = await start(args, (said) => /^referee {2}http\S+$/m.test(said));
  const links = Object.fromEntries([...said.matchAll(/^(\w+) {2}(http\S+)$/gm)].map(([, seat, link]) => [seat, link]));
  return { links, child, games };
}

const phone = { width: 390, height: 844 };
const options = (page) => page.locator(".options button");
const asked = (page) => page.locator("#asked").innerText();

/// Gives the first answer.
async function answer(page) {
  await options(page).first().click();
  const say = page.locator("#answers form:not(:has(#typed)) button[type=submit]");
  if (await say.count()) await say.click();
  await settled(page);
}

/// Waits until one of the pages is asked or the game is over, and gives that page.
async function whoIsAsked(pages) {
  for (let tries = 0; tries < 400; tries += 1) {
    for (const page of pages) {
      if (!(await options(page).count())) continue;
      // The answer of another screen may be on its way to this one.
      await settled(page);
      if (await options(page).count()) return page;
    }
    const over = await Promise.all(pages.map(async (page) => /The game is over/.test(await asked(page))));
    if (over.every(Boolean)) return null;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`nobody is asked: ${await Promise.all(pages.map(asked))}`);
}

test("a referee and two players play a whole encounter on screens of their own, and a stranger gets nothing", { timeout: 400_000 }, async () => {
  const { links, games } = await share("customs_dock", "customs_raid", "--seed", "7");
  assert.deepEqual(Object.keys(links), ["crew", "marshals", "spectator", "referee"]);
  const referee = await open(browser, links.referee, { width: 1280, height: 800 });
  const crew = await open(browser, links.crew, phone);
  let marshals = await open(browser, links.marshals, phone);
  for (const { page } of [referee, crew, marshals]) {
    await page.locator("#title").filter({ hasText: /./ }).waitFor();
    assert.equal(new URL(page.url()).search, "", "the token stays in no address");
  }
  assert.match(await crew.page.locator("#role").innerText(), /you play crew/);
  assert.match(await marshals.page.locator("#role").innerText(), /you play marshals/);
  assert.match(await referee.page.locator("#role").innerText(), /you are the referee/);

  // A fourth browser without a link.
  const stranger = await browser.newPage();
  for (const path of ["/", "/side-1/", "/referee/", "/spectator/", "/board", "/site/"]) {
    const reply = await stranger.goto(new URL(path, links.crew).href);
    assert.equal(reply.status(), 401, path);
    assert.doesNotMatch(await stranger.content(), /raid|marshal|jsonl/i, path);
  }

  // Each has what is theirs.
  await crew.page.locator(".tabs [data-tab=people]").click();
  assert.equal(await crew.page.locator("#referee, #links").filter({ visible: true }).count(), 0, "only the referee has the referee's part");
  assert.equal(await crew.page.locator("#home").isVisible(), false);
  await crew.page.locator(".tabs [data-tab=act]").click();
  for (const { page } of [crew, marshals]) {
    const text = await page.locator("html").innerHTML();
    assert.doesNotMatch(text, /jsonl|token=|seed 7/);
    assert.ok(!text.includes(games));
  }
  assert.equal(await referee.page.locator("#links details").count(), 4);
  assert.equal(await referee.page.locator("#link-rows .code svg").count(), 4);
  await referee.page.locator("#links details", { hasText: "Crew: here" }).waitFor();

  let answers = 0;
  for (;;) {
    const page = await whoIsAsked([crew.page, marshals.page]);
    if (!page) break;
    const other = page === crew.page ? marshals.page : crew.page;
    answers += 1;
    assert.ok(answers < 900, "it does not end");
    if (answers === 3) {
      assert.match(await asked(other), /Waiting for /);
      assert.equal(await options(other).count(), 0);
      assert.match(await asked(referee.page), /Waiting for /);
      await picture(page, "shared-asked", false);
      await picture(other, "shared-waiting", false);
      await picture(referee.page, "shared-referee", false);
    }
    if (answers === 5) {
      // A telephone sleeps and loses its connection; awake again, it is at the very question.
      const before = await asked(page);
      await page.context().setOffline(true);
      await page.waitForTimeout(300);
      await page.context().setOffline(false);
      await page.waitForFunction((before) => document.getElementById("asked").innerText === before, before);
      await page.reload();
      await options(page).first().waitFor();
      assert.equal(await asked(page), before);
    }
    if (answers === 8) {
      // The referee withdraws the link of the marshals, answers for them, and gives the next person the new link.
      await referee.page.locator("#links details", { hasText: "Marshals" }).locator("summary").click();
      const address = await referee.page.locator("#links details", { hasText: "Marshals" }).locator("a").innerText();
      await referee.page.locator("[data-kick=marshals]").click();
      await marshals.page.locator("main", { hasText: "has withdrawn this link" }).waitFor();
      const link = referee.page.locator("#links details", { hasText: "Marshals" }).locator("a");
      await referee.page.waitForFunction((old) => ![...document.querySelectorAll("#links a")].some((one) => one.innerText === old), address);
      if ((await whoIsAsked([crew.page, referee.page])) === referee.page) await answer(referee.page);
      await picture(marshals.page, "shared-withdrawn", false);
      await marshals.page.close();
      marshals = await open(browser, await link.innerText(), phone);
      await marshals.page.locator("#title").filter({ hasText: /./ }).waitFor();
      continue;
    }
    const question = await asked(page);
    await answer(page);
    if (answers === 12) {
      // The referee takes the answer back, and the player is asked again.
      const step = await page.locator("#step").textContent();
      await referee.page.waitForFunction((step) => document.getElementById("step").textContent === step, step);
      await referee.page.locator("#undo").click();
      await page.waitForFunction((question) => document.getElementById("asked").innerText === question, question);
    }
  }
  assert.ok(answers > 10, `${answers} answers`);
  for (const { page } of [referee, crew, marshals]) await page.locator("#asked").filter({ hasText: /The game is over\./ }).waitFor();
  await crew.page.locator(".tabs [data-tab=story]").click();
  assert.ok(await crew.page.locator("#account li").count() > 20);
  await picture(crew.page, "shared-story", false);
  const offline = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_IO_SUSPENDED|ERR_NETWORK_CHANGED/;
  for (const { wrong } of [referee, crew, marshals]) assert.deepEqual(wrong.filter((text) => !offline.test(text)), []);
});

test("a player of a battle sees no unit that is hidden, and the referee sees all", { timeout: 120_000 }, async () => {
  const { links } = await share("glass_shore", "three_towers", "--seed", "3");
  const referee = await open(browser, links.referee);
  const pages = [];
  for (const [seat, link] of Object.entries(links)) {
    if (seat === "referee") continue;
    const { page } = await open(browser, link, phone);
    await page.locator("#title").filter({ hasText: /./ }).waitFor();
    pages.push([seat, page]);
  }
  await referee.page.locator("#people summary").first().waitFor();
  const marks = (page) => page.locator("#people summary strong").evaluateAll((all) => all.map((one) => one.textContent));
  const whole = await marks(referee.page);
  for (const [seat, page] of pages) {
    const seen = await marks(page);
    assert.ok(seen.length < whole.length, `${seat} sees ${seen.length} of ${whole.length}`);
    const hidden = whole.filter((mark) => !seen.includes(mark));
    const picture = await page.locator("#picture").innerHTML();
    for (const mark of hidden) assert.ok(!picture.includes(`<title>${mark.split(" ")[0]} `), `${seat}: ${mark}`);
  }
});

test("a telephone shows one of four parts at a time, and nothing is wider than it", { timeout: 240_000 }, async () => {
  const kinds = [["wreck_coast", "night_on_the_candle"], ["thin_lanes", "duel"], ["nine_sluices", "garden_supper"], ["glass_shore", "payroll"], ["quiet_docket", "sealed_hold"]];
  for (const [name, encounter] of kinds) {
    const { links, child } = await share(name, encounter, "--seed", "7");
    const [seat] = Object.keys(links);
    for (const colorScheme of ["light", "dark"]) {
      const { page, wrong } = await open(browser, links[seat], phone, { colorScheme });
      await page.locator("#asked").filter({ hasText: /./ }).waitFor();
      const parts = { map: "#table", act: "#question", story: "#happened", people: "#people" };
      for (const [tab, part] of Object.entries(parts)) {
        await page.locator(`.tabs [data-tab=${tab}]`).click();
        const shown = [];
        for (const other of Object.values(parts)) if (await page.locator(other).isVisible()) shown.push(other);
        assert.deepEqual(shown, [part], `${name}: ${tab}`);
        assert.equal(await overflow(page), 0, `${name}: ${tab}`);
        await picture(page, `${colorScheme}-390-${name}-${tab}`, false);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      assert.equal(await page.locator(".tabs").isVisible(), false);
      for (const part of Object.values(parts)) assert.equal(await page.locator(part).isVisible(), true, part);
      assert.equal(await overflow(page), 0, name);
      await picture(page, `${colorScheme}-1280-${name}`, false);
      assert.deepEqual(wrong, []);
      await page.close();
    }
    child.removeAllListeners("exit");
    child.kill();
  }
});
