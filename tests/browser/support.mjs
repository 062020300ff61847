// Shared by the browser tests: the program, a browser, and pages that fail a test by any error of their own.
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const program = process.env.SLIPYARD ?? join(root, "target/debug/slipyard");
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const pictures = process.env.PICTURES;
const running = [];

/// Starts the program, and waits until its output satisfies a test.
export function start(args, isReady) {
  const child = spawn(program, args);
  running.push(child);
  return new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (data) => {
      said += data;
      if (isReady(said)) resolve({ said, child });
    });
    child.on("exit", (code) => reject(new Error(`ended with ${code}`)));
  });
}

export const launch = () => chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"] });

export const stopAll = () => running.forEach((child) => child.kill());

/// A page that fails the test by any error of its own, or by asking for anything that is not ours.
export async function open(browser, address, size = { width: 1200, height: 900 }, options = {}) {
  const page = await browser.newPage({ viewport: size, ...options });
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => { if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) wrong.push(message.text()); });
  page.on("request", (request) => { if (!request.url().startsWith("http://127.0.0.1:") && !request.url().startsWith("data:")) wrong.push(request.url()); });
  await page.goto(address);
  return { page, wrong };
}

export async function picture(page, name, fullPage = true) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage });
}

/// Waits until the page has taken in what was answered.
export const settled = (page) => page.waitForFunction(() => !document.body.hasAttribute("aria-busy"));

/// How many pixels the page is wider than its window.
export const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
