// The browser edition at `slipyard serve --web`, which reads and writes the files of a package on the disk, and in links of `slipyard doc`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { overflow, picture, program, root, start, stopAll } from "./support.mjs";
import { folder, options, phone, serveFolders, text, unfit, visit } from "./web_support.mjs";

after(stopAll);

const bar = (page) => page.getByRole("region", { name: "Folder" });
const isWritten = (page, words) => page.waitForFunction((words) => document.querySelector(".editor")?.shadowRoot?.querySelector(".cm-content")?.innerText.includes(words), words);

/// A server with the edition for a copy of a package, and the folder of the copy.
async function served() {
  const place = mkdtempSync(join(tmpdir(), "slipyard-served-"));
  const own = join(place, "quiet_docket");
  cpSync(join(root, "content/quiet_docket"), own, { recursive: true });
  const { said } = await start(["serve", own, "--port", "0", "--games", join(place, "games"), "--web", folder], (said) => said.includes("token="));
  return { own, address: said.trim() };
}

test("the page writes the files of the package, and asks about what changed on the disk", options, async () => {
  const { own, address } = await served();
  const { context, page, wrong } = await visit(undefined, {}, address);
  await bar(page).getByText("everything is saved").waitFor();
  await page.getByText("No errors").waitFor();
  await picture(page, "web-served", false);
  const shown = (await page.getByRole("combobox", { name: "File" }).inputValue()).replace("quiet_docket/", "");
  const before = readFileSync(join(own, shown), "utf8");
  await text(page).click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.insertText("// mine\n");
  await bar(page).getByText("1 file not saved yet").waitFor();
  assert.equal(readFileSync(join(own, shown), "utf8"), before);
  await page.keyboard.press("Control+s");
  await bar(page).getByText("everything is saved").waitFor();
  assert.equal(readFileSync(join(own, shown), "utf8"), `// mine\n${before}`);
  writeFileSync(join(own, shown), `// theirs\n${before}`);
  await bar(page).getByText("1 file to decide about").waitFor();
  await bar(page).getByRole("button", { name: "Decide" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Take the text of the disk" }).click();
  await isWritten(page, "// theirs");
  // The board and the list of games are there beside it.
  await page.getByRole("link", { name: "Games and site" }).click();
  await page.getByText("quiet_docket").first().waitFor();
  await page.getByRole("link", { name: "edit the texts" }).click();
  await isWritten(page, "// theirs");
  assert.deepEqual(wrong, []);
  await context.close();
});

test("at the next visit the page has what was not saved, and what changed on the disk meanwhile", options, async () => {
  const { own, address } = await served();
  const { context, page, wrong } = await visit(phone, {}, address);
  await bar(page).getByText("everything is saved").waitFor();
  assert.deepEqual([await unfit(page), await overflow(page)], [[], 0]);
  await picture(page, "web-served-390", false);
  const shown = (await page.getByRole("combobox", { name: "File" }).inputValue()).replace("quiet_docket/", "");
  await text(page).click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.insertText("// not saved yet\n");
  await page.waitForTimeout(900);
  const manifest = readFileSync(join(own, "slipyard.toml"), "utf8");
  await page.goto("about:blank");
  writeFileSync(join(own, "slipyard.toml"), `# changed\n${manifest}`);
  await page.goto(new URL("/", address).href);
  await isWritten(page, "// not saved yet");
  await page.getByRole("combobox", { name: "File" }).selectOption("quiet_docket/slipyard.toml");
  await isWritten(page, "# changed");
  await bar(page).getByText("1 file not saved yet").waitFor();
  assert.doesNotMatch(readFileSync(join(own, shown), "utf8"), /not saved yet/);
  assert.deepEqual(wrong.filter((line) => !line.startsWith("Applying inline style")), []);
  await context.close();
});

test("a page of the site opens its thing in the editor beside it", options, async () => {
  const place = mkdtempSync(join(tmpdir(), "slipyard-site-"));
  execFileSync(program, ["doc", "content/customs_dock", "--out", join(place, "site"), "--editor", "../editor/"], { cwd: root, stdio: "ignore" });
  const { server, address } = await serveFolders({ "/site/": join(place, "site"), "/editor/": folder });
  const { context, page, wrong } = await visit(undefined, {}, `${address}site/customs_dock/npc/deckhand.html`);
  const title = await page.locator("h1").innerText();
  const link = page.getByRole("link", { name: "Open in the editor" });
  assert.ok((await link.getAttribute("href")).length <= 8192);
  await picture(page, "site-editor-link");
  await link.click();
  await page.getByText("No errors").waitFor();
  await page.locator(".document").getByText(title).first().waitFor();
  await page.locator(".cm-activeLine").filter({ hasText: "npc deckhand" }).waitFor();
  await picture(page, "web-from-site", false);
  assert.deepEqual(wrong, []);
  await context.close();
  server.closeAllConnections();
  server.close();
});
