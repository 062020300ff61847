// The book beside the browser edition: links to it from findings, forms, cards and rules, its search, without a network, and at `slipyard serve`.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { overflow, picture, root, start, stopAll } from "./support.mjs";
import { address, begin, desk, folder, options, phone, serveFolders, tab, text, unfit, visit, write } from "./web_support.mjs";

const servers = [];
after(() => {
  stopAll();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const hasBook = existsSync(join(folder, "book/index.html"));
if (!hasBook) console.log("the book was not tested: this edition was made without it");
const settings = { ...options, skip: options.skip || !hasBook };

/// The edition below a path of a host, as it is served for a project; each file of the book that is not there is an error of the page.
async function below(path) {
  const { server, address } = await serveFolders({ [path]: folder });
  servers.push(server);
  const { context, page, wrong } = await visit(undefined, {}, `${address.slice(0, -1)}${path}`);
  watch(context, wrong);
  return { context, page, wrong };
}

/// Counts errors and warnings of the pages that a page opens as errors of the page.
function watch(context, wrong) {
  context.on("page", (opened) => {
    opened.on("pageerror", (error) => wrong.push(String(error)));
    opened.on("console", (message) => { if (["error", "warning"].includes(message.type())) wrong.push(message.text()); });
  });
}

/// Follows a link to the book, which opens beside the page.
async function follow(page, link) {
  const [book] = await Promise.all([page.waitForEvent("popup"), link.click()]);
  await book.locator("main h1").first().waitFor();
  return book;
}

/// Writes a word into the search of the book, and waits for results.
async function search(book, words) {
  await book.keyboard.press("s");
  // The index is loaded now; letters before that are not searched.
  await book.locator("#mdbook-searchbar-outer:not(.searching)").waitFor();
  await book.locator("#mdbook-searchbar").pressSequentially(words);
  await book.locator("#mdbook-searchresults li").first().waitFor();
}

test("a finding leads to its page of the book, and the book finds a word, also without a network", settings, async () => {
  const { context, page, wrong } = await below("/made/slipyard/");
  await begin(page, "A ship");
  await page.getByText("No errors").waitFor();
  const ship = await page.evaluate(() => document.querySelector(".editor").shadowRoot.querySelector(".cm-content").innerText);
  await write(page, ship.replace("beam 3", "beam 5"));
  const finding = page.locator(".findings li.error").filter({ hasText: /\d+ too many/ });
  const book = await follow(page, finding.getByRole("link", { name: "over-budget" }));
  assert.match(book.url(), /\/made\/slipyard\/book\/codes\/over-budget\.html$/);
  assert.equal(await book.locator("main h1").innerText(), "over-budget");
  await picture(book, "book-finding", false);
  await search(book, "skill_window");
  await picture(book, "book-search", false);
  await book.locator("#mdbook-searchresults a").filter({ hasText: "Personal combat" }).first().click();
  await book.locator("mark").filter({ hasText: "skill_window" }).first().waitFor();

  await page.evaluate(() => navigator.serviceWorker.ready);
  await book.reload();
  await book.waitForFunction(async () => {
    const name = (await caches.keys()).find((name) => name.startsWith("book-"));
    return name !== undefined && (await (await caches.open(name)).keys()).length > 300;
  });
  await context.setOffline(true);
  await book.goto(new URL("/made/slipyard/book/tutorial.html", book.url()).href);
  await search(book, "compel");
  await context.setOffline(false);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("cards, forms and rules lead to the page and the row of the book that is about them", settings, async () => {
  const { context, page, wrong } = await below("/");
  await begin(page, "A ship");
  await page.getByText("No errors").waitFor();
  const href = async (link) => new URL(await link.getAttribute("href"), page.url()).href.split("/book/")[1];
  assert.equal(await href(page.getByRole("link", { name: "Book on the kind ship" })), "reference/built-things.html");
  await tab(page, "Form");
  assert.equal(await href(page.getByRole("link", { name: "Book on numbers" })), "tables/designs.html#spacecraft");
  const stunts = await follow(page, page.getByRole("link", { name: "Book on stunts" }));
  assert.match(await stunts.locator("tr:target").innerText(), /^stunts/);
  await picture(page, "web-form-book", false);
  await tab(page, "Rules");
  await page.getByRole("searchbox", { name: "Search the rules" }).fill("skill_window");
  await page.keyboard.press("Enter");
  await page.locator(".rules li").filter({ hasText: "R-P9" }).getByRole("link", { name: "R-P9" }).waitFor();
  const ruling = await follow(page, page.getByRole("link", { name: "Book on R-P9" }));
  assert.match(await ruling.locator("tr:target").innerText(), /^R-P9/);
  assert.deepEqual(wrong, []);
  assert.deepEqual(await unfit(page), []);
  await context.close();
});

test("the pages of the book fit on a phone, can be used by everybody, and have no script inside of them", settings, async () => {
  for (const [size, colorScheme] of [[desk, "light"], [phone, "dark"]]) {
    const { context, page, wrong } = await visit(size, { colorScheme }, `${address}book/rulings/personal.html`);
    assert.deepEqual([await unfit(page), await overflow(page)], [[], 0]);
    assert.equal(await page.locator("script:not([src])").count(), 0);
    await picture(page, `book-${size.width}`, false);
    const isOpen = () => page.locator("html").evaluate((html) => html.classList.contains("sidebar-visible"));
    const before = await isOpen();
    await page.getByRole("button", { name: "Toggle Table of Contents" }).press("Enter");
    assert.equal(await isOpen(), !before);
    assert.deepEqual(wrong, []);
    await context.close();
  }
});

test("the server of a package has the book too, under its own strict policy", settings, async () => {
  const place = mkdtempSync(join(tmpdir(), "slipyard-book-"));
  const { said } = await start(["serve", join(root, "content/quiet_docket"), "--port", "0", "--games", place, "--web", folder], (said) => said.includes("token="));
  const { context, page, wrong } = await visit(undefined, {}, said.trim());
  watch(context, wrong);
  await text(page).waitFor();
  const book = await follow(page, page.getByRole("link", { name: /^Book on the kind/ }));
  const answer = await book.reload();
  assert.match(answer.headers()["content-security-policy"], /default-src 'none'/);
  assert.match(answer.headers()["content-type"], /text\/html/);
  await search(book, "compel");
  assert.deepEqual(wrong, []);
  await context.close();
});
