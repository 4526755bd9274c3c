// Reads files of 1,000 pages and almost 100 MB over a slow network with an empty cache. Measures the time from the
// click on 'Read' to page 1 and from Enter to page 900, the traffic, and the memory of the page above an empty one.
//
// node measure.mjs SERVER DIST FOLDER CHROME RUNS

import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { median } from "../figures.mjs";
import { ADMIN, STUDENT, signIn, startServer, stopServer } from "../sample-server.mjs";
import { packSite } from "../site.mjs";
import { writeFile } from "./file.mjs";
import { openLine } from "./line.mjs";

const [server, dist, folder, chrome, runs] = process.argv.slice(2);
const { chromium } = createRequire(`${process.cwd()}/package.json`)("@playwright/test");

const PORT = 4860;
const ORIGIN = `http://localhost:${PORT}`;
const COURSE = "/guide/CS246/notes";
const SLOWER = 4;
const FAR_PAGE = 900;
/** Route for resume positions. It is blocked, so that each reading starts at page 1. */
const PLACES = /\/api\/me\/reading$/;

const FILES = [
  { title: "A tree of pages", isFlat: false },
  { title: "A flat list of pages", isFlat: true },
];

async function upload(page, { title, isFlat }) {
  const path = join(folder, "large.pdf");
  writeFile(path, isFlat);
  await page.goto(ORIGIN + COURSE);
  await page.getByLabel("Title").fill(title);
  await page.locator("input[type=file]").setInputFiles(path);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await page.getByRole("article").filter({ hasText: title }).waitFor({ timeout: 300_000 });
}

/** Records the time of each click and key press, and lets `seen.drawn` wait for a drawn page. Runs in the page. */
function observe() {
  window.seen = { pressed: 0 };
  for (const type of ["click", "keydown"]) {
    document.addEventListener(type, (event) => (window.seen.pressed = event.timeStamp), { capture: true });
  }
  window.seen.stand = undefined;
  const each = () => {
    if (document.querySelector(".reader-placeholder img")?.complete) window.seen.stand ??= performance.now();
    requestAnimationFrame(each);
  };
  requestAnimationFrame(each);
  window.seen.drawn = (number) => {
    const page = document.querySelector(`.page[data-page-number="${number}"]`);
    const canvas = page?.querySelector("canvas");
    if (!canvas || canvas.hidden || !page.dataset.loaded || page.classList.contains("loadingIcon")) return false;
    const { top, bottom } = page.getBoundingClientRect();
    return bottom > 0 && top < innerHeight && performance.now();
  };
}

/** Returns the resident memory of all pages of a browser in MB. */
async function residentMb(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const pages = processInfo.filter(({ type }) => type === "renderer");
  const kb = pages.map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? 0));
  return kb.reduce((sum, each) => sum + each, 0) / 1000;
}

async function until(page, number) {
  const drawn = await page.waitForFunction((wanted) => window.seen.drawn(wanted), number, { timeout: 120_000 });
  return (await drawn.jsonValue()) - (await page.evaluate(() => window.seen.pressed));
}

/** Measures opening one note in a browser with an empty cache. */
async function measure(line, state, title) {
  const proxy = { server: `http://localhost:${line.port}`, bypass: "<-loopback>" };
  const browser = await chromium.launch({ executablePath: chrome, proxy, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const look = { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce", serviceWorkers: "block" };
    const context = await browser.newContext({ ...look, storageState: state.member });
    const page = await context.newPage();
    const emptyMb = await residentMb(browser);
    await page.addInitScript(observe);
    await page.goto(ORIGIN + COURSE);
    const read = page.getByRole("article").filter({ hasText: title }).getByRole("link", { name: "Read", exact: true });
    await read.scrollIntoViewIfNeeded();
    await page.waitForLoadState("networkidle");
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    line.isSlow = true;
    line.bytes = 0;
    await read.click();
    const first = await until(page, 1);
    const [firstBytes, stand] = [line.bytes, await page.evaluate(() => window.seen.stand - window.seen.pressed)];
    await page.waitForLoadState("networkidle");
    const field = page.getByRole("textbox", { name: "Page", exact: true });
    await field.fill(`${FAR_PAGE}`);
    await field.press("Enter");
    const far = await until(page, FAR_PAGE);
    const [farBytes, mb] = [line.bytes, (await residentMb(browser)) - emptyMb];
    line.isSlow = false;
    // The refresh token is rotated at each use.
    state.member.cookies = (await context.storageState()).cookies;
    return { first, stand, firstMb: firstBytes / 1e6, far, farMb: farBytes / 1e6, mb };
  } finally {
    line.isSlow = false;
    await browser.close();
  }
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const site = join(folder, "site");
packSite(dist, site);
const root = join(process.cwd(), "../..");
const running = await startServer({ program: server, root, data: join(folder, "data"), web: site, port: PORT });
const line = await openLine(PLACES);
try {
  const browser = await chromium.launch({ executablePath: chrome, args: ["--no-sandbox", "--disable-gpu"] });
  const desk = await (await browser.newContext()).newPage();
  await signIn(desk, ORIGIN, ADMIN);
  for (const file of FILES) await upload(desk, file);
  const member = await browser.newContext();
  await signIn(await member.newPage(), ORIGIN, STUDENT);
  const state = { member: await member.storageState() };
  await browser.close();

  console.log("| file | its picture | page 1 | MB until then | page 900 | MB in all | resident MB |");
  console.log("|---|---|---|---|---|---|---|");
  for (const { title } of FILES) {
    const all = [];
    for (let run = 0; run < Number(runs); run += 1) all.push(await measure(line, state, title));
    const of = (key, digits) =>
      median(all.map((each) => each[key])).toLocaleString("en", { maximumFractionDigits: digits });
    const cells = [title, of("stand", 0), of("first", 0), of("firstMb", 1), of("far", 0), of("farMb", 1), of("mb", 0)];
    console.log(`| ${cells.join(" | ")} |`);
  }
} finally {
  line.close();
  await stopServer(running);
}
