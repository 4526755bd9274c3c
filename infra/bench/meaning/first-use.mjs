// Turns search by meaning on in a real page on a slow network, after a question without good results. Prints the time
// from the press to the first page found by meaning, then counts the requests of the next question. Writes
// `first-use.json`.
//
// node first-use.mjs SERVER DIST FOLDER CHROME

import { rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { STUDENT, signIn, startServer, stopServer } from "../sample-server.mjs";

const [server, dist, folder, chrome] = process.argv.slice(2);
const { chromium } = createRequire(`${process.cwd()}/package.json`)("@playwright/test");

const PORT = 4890;
const ORIGIN = `http://localhost:${PORT}`;
const COURSE = "CS246";
const LINE = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 5e6 / 8 };
const QUESTION = "why does memory leak after something throws halfway";
const NEXT = "what goes wrong if two variables point to one thing";
const PATIENCE_MS = 300_000;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function call(method, path, data, token) {
  const headers = { origin: ORIGIN, "x-note-ninja": "1", "content-type": "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  const answer = await fetch(`${ORIGIN}/api${path}`, { method, headers, body: data && JSON.stringify(data) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Waits until the server has computed the vectors of the course. */
async function waitUntilEncoded() {
  const { session } = await call("POST", "/auth/sign-in", STUDENT);
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(500)) {
    const { items } = await call("GET", `/library/inside?places=${COURSE}`, undefined, session.accessToken);
    if (items[0]?.vectors) return;
  }
  throw new Error("The vectors of the notes were not computed.");
}

/** Collects the values of the progress bar. Runs in the page. */
function watchProgress() {
  window.progress = new Set();
  const look = () => {
    const bar = document.querySelector("[role=progressbar][aria-label='Downloading search by meaning']");
    if (bar) window.progress.add(bar.getAttribute("aria-valuenow"));
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
}

const data = join(folder, "data");
rmSync(data, { recursive: true, force: true });
const running = await startServer({
  program: server,
  root: join(process.cwd(), "../.."),
  data,
  web: dist,
  port: PORT,
  options: ["--no-throttles"],
});
const browser = await chromium.launch({ executablePath: chrome, args: ["--no-sandbox", "--disable-gpu"] });
try {
  // The limits of the network do not apply to a service worker.
  const context = await browser.newContext({ reducedMotion: "reduce", serviceWorkers: "block" });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await signIn(page, ORIGIN, STUDENT);
  await waitUntilEncoded();
  await page.goto(`${ORIGIN}/guide/${COURSE}/notes`);
  const box = page.getByRole("textbox", { name: /^Search (inside the notes|notes and audio notes) of/ });
  await box.fill(QUESTION);
  const press = page.getByRole("button", { name: "Turn on search by meaning" });
  await press.waitFor();
  await page.evaluate(watchProgress);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.emulateNetworkConditions", LINE);
  const byMeaning = page.getByRole("list", { name: "Pages found" }).getByText("By meaning").first();
  const began = Date.now();
  await press.click();
  await byMeaning.waitFor();
  const seconds = (Date.now() - began) / 1000;
  const steps = await page.evaluate(() => window.progress.size);

  const sent = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname));
  const before = await page.getByRole("list", { name: "Pages found" }).textContent();
  await box.fill("");
  await box.pressSequentially(NEXT);
  await page.waitForFunction((known) => {
    const text = document.querySelector("[aria-label='Pages found']")?.textContent ?? "";
    return text.includes("By meaning") && text !== known;
  }, before);
  // The code of the reader may be prefetched for the results, and the catalogue is polled.
  const requests = sent.filter((path) => !/^\/(assets|catalogue)\//.test(path)).length;
  console.log(
    `\nFirst use at 10 Mbit/s: ${seconds.toFixed(1)} s from the press to the answer, with ${steps} steps of progress. Requests while typing and asking the next question: ${requests}.`,
  );
  writeFileSync(join(folder, "first-use.json"), JSON.stringify({ seconds, steps, requests }));
} finally {
  await browser.close();
  await stopServer(running);
  rmSync(data, { recursive: true, force: true });
}
