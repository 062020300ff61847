// Folders in the browser edition. The browser's own private file system gives real folders, since a test cannot answer the browser's question
// for a folder of the machine.
import assert from "node:assert/strict";
import { test } from "node:test";
import { overflow, picture } from "./support.mjs";
import { begin, desk, options, phone, text, unfit, visit, write } from "./web_support.mjs";

const GUN = 'weapon crow "Crow" : slug_thrower {\n  tech T1\n  harm 1\n  range 0..2\n  stunts civilian\n}\n';
const MANIFEST = '[package]\nname = "range"\nversion = "0.1.0"\nedition = 1\n';

/// A page in which the user always chooses the same folder, with these files in it.
async function visitWithFolder(files, size = desk) {
  const visited = await visit(size);
  const { context, page } = visited;
  await context.addInitScript(() => {
    globalThis.showDirectoryPicker = async () => (await navigator.storage.getDirectory()).getDirectoryHandle("range", { create: true });
  });
  for (const [path, content] of Object.entries(files)) await put(page, path, content);
  await page.reload();
  return visited;
}

/// Writes a file of the folder, as another program would; `null` removes it.
const put = (page, path, content) => page.evaluate(async ([path, content]) => {
  const parts = `range/${path}`.split("/");
  const name = parts.pop();
  let folder = await navigator.storage.getDirectory();
  for (const part of parts) folder = await folder.getDirectoryHandle(part, { create: true });
  if (content === null) return folder.removeEntry(name);
  const stream = await (await folder.getFileHandle(name, { create: true })).createWritable();
  await stream.write(typeof content === "string" ? content : new Uint8Array(content));
  await stream.close();
}, [path, content]);

/// Text of a file of the folder; nothing if there is none.
const got = (page, path) => page.evaluate(async (path) => {
  try {
    const parts = `range/${path}`.split("/");
    const name = parts.pop();
    let folder = await navigator.storage.getDirectory();
    for (const part of parts) folder = await folder.getDirectoryHandle(part);
    return await (await (await folder.getFileHandle(name)).getFile()).text();
  } catch {
    return undefined;
  }
}, path);

/// Time of the last change of a file.
const changedAt = (page, path) => page.evaluate(async (path) => (await (await (await (await navigator.storage.getDirectory()).getDirectoryHandle("range")).getFileHandle(path)).getFile()).lastModified, path);

const bar = (page) => page.getByRole("region", { name: "Folder" });
const open = (page) => page.getByRole("dialog").getByRole("button", { name: "Open a folder of this machine" }).click();
const isWritten = (page, words) => page.waitForFunction((words) => document.querySelector(".editor")?.shadowRoot?.querySelector(".cm-content")?.innerText.includes(words), words);

/// Runs a test with a folder of the machine, which has a package.
const withFolder = (name, more, body) => test(name, options, async () => {
  const { context, page, wrong } = await visitWithFolder({ "slipyard.toml": MANIFEST, "guns.slip": GUN, ...more });
  await open(page);
  await bar(page).getByText("everything is saved").waitFor();
  await body(page, context);
  // The checker of accessibility tries to add styles, which the policy of the page refuses.
  assert.deepEqual(wrong.filter((line) => !line.startsWith("Applying inline style")), []);
  await context.close();
});

withFolder("a folder is opened, and Save writes what was changed, and nothing else", { "more.slip": "// more\r\n// and more\r\n" }, async (page) => {
  await page.getByText("No errors").waitFor();
  const [before, manifest] = [await changedAt(page, "guns.slip"), await changedAt(page, "slipyard.toml")];
  await page.getByRole("combobox", { name: "File" }).selectOption("range/more.slip");
  await isWritten(page, "and more");
  await write(page, "// less\n// and less\n");
  await bar(page).getByText("1 file not saved yet").waitFor();
  assert.equal(await got(page, "more.slip"), "// more\r\n// and more\r\n");
  await picture(page, "web-folder", false);
  await page.keyboard.press("Control+s");
  await bar(page).getByText("everything is saved").waitFor();
  await page.getByText("Saved: 1 file written to the folder range.").waitFor();
  assert.equal(await got(page, "more.slip"), "// less\r\n// and less\r\n");
  assert.deepEqual([await changedAt(page, "guns.slip"), await changedAt(page, "slipyard.toml")], [before, manifest]);
});

withFolder("what is hidden, large or binary is left out, and the page says so", { ".git/a.slip": "// hidden", "big.slip": " ".repeat(5 << 20), "bytes.slip": [0, 1, 2, 0xff], "notes.txt": "words" }, async (page) => {
  await page.getByText("Left out: ").waitFor();
  const said = await page.locator(".said").innerText();
  for (const part of ["2 texts", "1 hidden folder", "1 text larger than 4 MiB", "1 file with binary content", "1 file of another kind"]) assert.ok(said.includes(part), `${part}: ${said}`);
  assert.deepEqual(await page.locator(".files select option").allInnerTexts(), ["guns.slip", "slipyard.toml"]);
});

withFolder("a file that changed on the disk is asked about, and neither text is lost", {}, async (page) => {
  await write(page, `${GUN}// mine\n`);
  await bar(page).getByText("1 file not saved yet").waitFor();
  await put(page, "guns.slip", `${GUN}// theirs\n`);
  await put(page, "new.slip", "// new\n");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("It has changed on the disk, and you have changed it here.").waitFor();
  assert.equal(await got(page, "guns.slip"), `${GUN}// theirs\n`);
  await isWritten(page, "// mine");
  await dialog.getByText("Show the difference, from line 7").click();
  await dialog.getByText("// theirs").waitFor();
  await picture(page, "web-folder-decide", false);
  assert.deepEqual(await unfit(page), []);
  await dialog.getByRole("button", { name: "Keep the text of this page" }).click();
  await dialog.getByRole("button", { name: "Open it here" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.equal(await got(page, "guns.slip"), `${GUN}// theirs\n`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await bar(page).getByText("everything is saved").waitFor();
  assert.equal(await got(page, "guns.slip"), `${GUN}// mine\n`);
  assert.equal(await page.locator(".files select option").count(), 3);
});

withFolder("a change on the disk is noticed by itself, and taken at a click", { "a.slip": "// a\n" }, async (page) => {
  await put(page, "a.slip", "// another\n");
  await put(page, "guns.slip", `${GUN}// from a program\n`);
  await bar(page).getByText("2 files to decide about").waitFor();
  await bar(page).getByRole("button", { name: "Decide" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Take all 2 changes" }).click();
  await bar(page).getByText("everything is saved").waitFor();
  await page.getByRole("combobox", { name: "File" }).selectOption("range/guns.slip");
  await isWritten(page, "// from a program");
});

withFolder("a file that is removed here is deleted on the disk only if the user says so", { "a.slip": "// a\n", "b.slip": "// b\n" }, async (page) => {
  page.on("dialog", (dialog) => void dialog.accept());
  for (const name of ["a", "b"]) {
    await page.getByRole("combobox", { name: "File" }).selectOption(`range/${name}.slip`);
    await page.getByRole("button", { name: "Remove file" }).click();
  }
  await bar(page).getByText("2 files not saved yet").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Delete it on the disk (a.slip)" }).click();
  await dialog.getByRole("button", { name: "Only leave it out here (b.slip)" }).click();
  await bar(page).getByText("everything is saved").waitFor();
  assert.deepEqual([await got(page, "a.slip"), await got(page, "b.slip")], [undefined, "// b\n"]);
});

withFolder("at the next visit the folder is there, with what was not saved", {}, async (page) => {
  await write(page, `${GUN}// later\n`);
  await bar(page).getByText("1 file not saved yet").waitFor();
  await page.waitForTimeout(900);
  await page.reload();
  await bar(page).getByText("1 file not saved yet").waitFor();
  await isWritten(page, "// later");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await bar(page).getByText("everything is saved").waitFor();
  assert.equal(await got(page, "guns.slip"), `${GUN}// later\n`);
  await bar(page).getByRole("button", { name: "Disconnect" }).click();
  await bar(page).waitFor({ state: "detached" });
  assert.equal(await got(page, "guns.slip"), `${GUN}// later\n`);
});

test("a new package is saved into a folder, where nothing is replaced", options, async () => {
  const { context, page, wrong } = await visitWithFolder({}, phone);
  await begin(page, "A ship");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("dialog").getByText("As a zip file").waitFor();
  assert.deepEqual([await unfit(page), await overflow(page)], [[], 0]);
  await picture(page, "web-save-390", false);
  await page.getByRole("dialog").getByRole("button", { name: "In a folder" }).click();
  await bar(page).getByText("everything is saved").waitFor();
  assert.match(await got(page, "my_ship/ship.slip"), /brass_heron/);
  assert.match(await got(page, "my_ship/slipyard.toml"), /my_ship/);
  await picture(page, "web-folder-390", false);
  assert.deepEqual([await unfit(page), await overflow(page)], [[], 0]);
  await bar(page).getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "In a folder" }).click();
  await page.getByText("already contains my_ship. Nothing was written").waitFor();
  assert.deepEqual(wrong.filter((line) => !line.startsWith("Applying inline style")), []);
  await context.close();
});

test("a browser without folders saves a zip file", options, async () => {
  const { context, page } = await visit();
  await context.addInitScript(() => delete globalThis.showDirectoryPicker);
  await page.reload();
  await begin(page, "A ship");
  assert.equal(await page.getByRole("button", { name: "Open folder" }).count(), 0);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  assert.equal((await saved).suggestedFilename(), "my_ship.zip");
  await context.close();
});
