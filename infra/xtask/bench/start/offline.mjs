// What the page's worker costs the first visit, and what the app needs to start without a server.

import { rmSync } from "node:fs";
import { join } from "node:path";

/** A start without a server may take so much script until the dashboard is there, in milliseconds on the slower processor. */
const SCRIPT_MAX_MS = 1000;

const number = (ms) => Math.round(ms).toLocaleString("en");

/** Notes when the worker is registered; runs in the page. */
function noteWorker() {
  if (!navigator.serviceWorker) return;
  const { register } = ServiceWorkerContainer.prototype;
  ServiceWorkerContainer.prototype.register = function (...what) {
    window.registeredAt ??= performance.now();
    return register.apply(this, what);
  };
}

/** Has the page do without a worker; runs in the page. */
function refuseWorker() {
  if (navigator.serviceWorker) ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error("not measured"));
}

/**
 * First visits with the worker and without one, in turns. `start({ isMember }, path, selector, prepare)` answers one visit by a
 * browser that knows nothing.
 */
export async function compareWorker({ pages, runs, start, median }) {
  console.log("| first visit | worker | frame | data | LCP | blocked | kB to data | load | registered |");
  console.log("|---|---|---|---|---|---|---|---|---|");
  for (const { path, data, isMember } of pages) {
    const visits = { yes: [], no: [] };
    for (let run = 0; run < runs; run += 1) {
      for (const turn of run % 2 === 0 ? ["yes", "no"] : ["no", "yes"]) {
        visits[turn].push(await start({ isMember }, path, data, turn === "yes" ? noteWorker : refuseWorker));
      }
    }
    for (const [kind, starts] of Object.entries(visits)) {
      const of = (key) => median(starts.map((each) => each[key]));
      const cells = [path, kind, number(of("paint")), number(of("data")), number(of("lcp"))];
      cells.push(number(of("blocked")), Math.round(of("bytes") / 1000), number(of("loaded")));
      console.log(`| ${[...cells, kind === "yes" ? number(of("registered")) : ""].join(" | ")} |`);
    }
  }
  console.log("");
}

/**
 * Starts the app anew where nothing listens any more: another process of the browser each time, over what the visits before
 * have left on the disk. Fails where the dashboard takes too much script.
 */
export async function startOffline({ chromium, launch, look, folder, origin, signIn, data, slower, runs, stopServer, median }) {
  const profile = join(folder, "profile");
  rmSync(profile, { recursive: true, force: true });
  const open = () => chromium.launchPersistentContext(profile, { ...launch, ...look });
  const before = await open();
  const first = await before.newPage();
  await signIn(first);
  await first.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await first.goto(origin);
  await first.locator(data).first().waitFor();
  await first.waitForLoadState("networkidle");
  await before.close();
  await stopServer();

  const starts = [];
  for (let run = 0; run < runs; run += 1) {
    const context = await open();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
    // Of the main thread's own time, which other programs of the machine do not stretch.
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.goto(origin, { waitUntil: "commit" });
    await page.locator(data).first().waitFor();
    const { metrics } = await session.send("Performance.getMetrics");
    const of = (name) => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? 0);
    const isThere = await fetch(origin).then(() => true, () => false);
    if (isThere) throw new Error("The server still answers.");
    starts.push({ script: of("ScriptDuration"), task: of("TaskDuration"), shown: await page.evaluate(() => performance.now()) });
    await context.close();
  }
  const script = median(starts.map((each) => each.script));
  const [task, shown] = ["task", "shown"].map((key) => number(median(starts.map((each) => each[key]))));
  const worst = number(Math.max(...starts.map((each) => each.script)));
  console.log(
    `without a server, processor ${slower} times slower, ${runs} starts of the browser: dashboard after ${number(script)} ms of script ` +
      `(worst ${worst}), ${task} ms of the main thread, ${shown} ms on the clock`,
  );
  if (script > SCRIPT_MAX_MS) process.exitCode = 1;
}
