// The app's own pages for a student with 20,000 cards and 200,000 review events: drawing Today on the dashboard, and
// the next card of a review session.
//
// node page.mjs SERVER DIST FOLDER CHROME CORE

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";
import { DAY_MS, manyCards, NOON_MS } from "../../../wasm-core/tests/many-cards.mjs";
import { apiAs, ORIGIN, startServer } from "../month/server.mjs";
import { at } from "../timing.mjs";

const [server, dist, folder, chrome, core] = process.argv.slice(2);
const { chromium } = createRequire(`${process.cwd()}/package.json`)("@playwright/test");

const STUDENT = { email: "amara@noteninja.test", password: "study-hard-tonight" };
const LOOK = { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" };
const ROUNDS = 9;
/** Number of answered cards, equal to the new cards per day. */
const ANSWERS = 20;
/** Day of the last review events, counted from the first noon. */
const DAYS = 2000;
/** Size of the uncompressed header of a snapshot in bytes. */
const HEAD_BYTES = 9;
/** Routes of the review data. */
const STUDIED = /\/api\/me\/study\/(log|snapshot)/;

const number = (value) => value.toLocaleString("en-US");

/** Creates the same review events, all in the past, and combines them like the app. */
async function snapshot() {
  const { default: init, StudyCore } = await import(pathToFileURL(join(core, "study_core.js")).href);
  await init({ module_or_path: readFileSync(join(core, "study_core_bg.wasm")) });
  const backMs = NOON_MS + DAYS * DAY_MS - Date.now();
  const { ids, events } = manyCards();
  const study = new StudyCore();
  study.setCourse("CS246", ids.slice(0, 10_000).join(" "));
  study.setCourse("MATH137", ids.slice(10_000).join(" "));
  study.add(
    1,
    events.map((event) => ({ ...event, whenMs: event.whenMs - backMs })),
  );
  const bytes = study.snapshot(Date.now() - DAY_MS);
  const packed = Buffer.concat([bytes.subarray(0, HEAD_BYTES), deflateRawSync(bytes.subarray(HEAD_BYTES))]);
  return { packed, cards: ids.length, answers: events.length };
}

async function keepAtServer(packed) {
  const token = await apiAs(STUDENT).token();
  const headers = { origin: ORIGIN, "x-note-ninja": "1", authorization: `Bearer ${token}` };
  const answer = await fetch(`${ORIGIN}/api/me/study/snapshot`, {
    method: "PUT",
    headers: { ...headers, "content-type": "application/octet-stream" },
    body: packed,
  });
  if (!answer.ok) throw new Error(`The snapshot was not taken: ${answer.status} ${await answer.text()}`);
}

async function signIn(page) {
  await page.goto(`${ORIGIN}/signin`);
  await page.getByLabel("Email").fill(STUDENT.email);
  await page.locator("input[type=password]").fill(STUDENT.password);
  await page.locator("input[type=password]").press("Enter");
  await page.locator(".guides .guide h3").first().waitFor();
}

const TODAY = { name: "Study cards today" };

/** Returns a meter of the time that the page's main thread has used, in milliseconds: for scripts and for all tasks. */
async function meterOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const of = (name) => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? 0);
    return { script: of("ScriptDuration"), all: of("TaskDuration") };
  };
}

const between = (before, after) => ({ script: after.script - before.script, all: after.all - before.all });

/** Shows the dashboard on a new device. The review data arrives only after everything else is shown. */
async function drawToday(browser) {
  const context = await browser.newContext(LOOK);
  const page = await context.newPage();
  let letGo;
  const held = new Promise((resolve) => {
    letGo = resolve;
  });
  await page.route(STUDIED, async (route) => {
    await held;
    await route.continue();
  });
  const wasAsked = page.waitForRequest(STUDIED);
  await signIn(page);
  await wasAsked;
  // Resolves when the page is idle.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const today = page.getByRole("region", TODAY);
  if ((await today.count()) > 0) throw new Error("Today is drawn without what was studied.");
  const meter = await meterOf(page);
  const before = await meter();
  letGo();
  await today.getByRole("table", { name: "Cards that came back after days, by course" }).waitFor();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  const took = between(before, await meter());
  await context.close();
  return took;
}

/** Answers new cards and returns the time until each next card. */
async function answerCards(browser) {
  const context = await browser.newContext(LOOK);
  const page = await context.newPage();
  await signIn(page);
  await page.getByRole("region", TODAY).waitFor();
  await page.goto(`${ORIGIN}/study?course=CS246&course=MATH137`);
  const card = page.getByRole("article", { name: "Card", exact: true });
  await card.waitFor();
  const meter = await meterOf(page);
  const took = [];
  for (let answer = 0; answer < ANSWERS; answer += 1) {
    const shown = await card.elementHandle();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: /^Easy/ }).waitFor();
    const before = await meter();
    await page.keyboard.press("4");
    await shown.waitForElementState("hidden");
    if (answer < ANSWERS - 1) await card.waitFor();
    took.push(between(before, await meter()));
  }
  await context.close();
  return took;
}

function row(what, took) {
  const cells = ["script", "all"].map((key) => {
    const sorted = took.map((each) => each[key]).toSorted((one, other) => one - other);
    return [at(sorted, 50), sorted.at(-1)].map((ms) => ms.toFixed(1)).join(" | ");
  });
  console.log(`| ${what} | ${cells.join(" | ")} | ${took.length} |`);
}

const running = await startServer(server, dist, folder, process.cwd());
const browser = await chromium.launch({ executablePath: chrome, args: ["--no-sandbox", "--disable-gpu"] });
try {
  const { packed, cards, answers } = await snapshot();
  await keepAtServer(packed);
  const today = [];
  for (let round = 0; round < ROUNDS; round += 1) today.push(await drawToday(browser));
  console.log(`\nthe same on the pages themselves, ${number(cards)} cards and ${number(answers)} answers:\n`);
  console.log(
    "| ms | script: median | longest | the page's thread: median | longest | times |\n|---|---|---|---|---|---|",
  );
  row("Today on the dashboard, from its answers on", today);
  row("the next card, from the key on", await answerCards(browser));
} finally {
  await browser.close();
  running.kill();
}
