// What the page's worker costs the first visit, and what the app needs to start without a server.

import { rmSync } from "node:fs";
import { medianOf, row, whole } from "../figures.mjs";

/** A start without a server may take so much script until the dashboard is there, in milliseconds on the slower processor. */
const SCRIPT_MAX_MS = 1000;

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
  if (navigator.serviceWorker)
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error("not measured"));
}

/** First visits with the worker and without one, in turns. `start(page, prepare)` answers one visit by a browser that knows nothing. */
export async function compareWorker({ pages, runs, start }) {
  console.log("| first visit | worker | frame | data | LCP | blocked | kB to data | load | registered |");
  console.log("|---|---|---|---|---|---|---|---|---|");
  for (const page of pages) {
    const visits = { yes: [], no: [] };
    for (let run = 0; run < runs; run += 1) {
      for (const turn of run % 2 === 0 ? ["yes", "no"] : ["no", "yes"]) {
        visits[turn].push(await start(page, turn === "yes" ? noteWorker : refuseWorker));
      }
    }
    for (const [kind, starts] of Object.entries(visits)) {
      const of = (key) => whole(medianOf(starts, key));
      const cells = [
        page.path,
        kind,
        of("paint"),
        of("data"),
        of("lcp"),
        of("blocked"),
        whole(medianOf(starts, "bytes") / 1000),
      ];
      console.log(row([...cells, of("loaded"), kind === "yes" ? of("registered") : ""]));
    }
  }
  console.log("");
}

/**
 * Starts the app anew where nothing listens any more: another process of the browser each time, over what the visits before
 * have left on the disk. Fails where the dashboard takes too much script.
 */
export async function startOffline({ profile, open, origin, signIn, data, pace, runs, stopServer }) {
  rmSync(profile, { recursive: true, force: true });
  const before = await open(profile);
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
    const context = await open(profile);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: pace.rate() });
    // Of the main thread's own time, which other programs of the machine do not stretch.
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.goto(origin, { waitUntil: "commit" });
    await page.locator(data).first().waitFor();
    const { metrics } = await session.send("Performance.getMetrics");
    const of = (name) => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? 0);
    const isThere = await fetch(origin).then(
      () => true,
      () => false,
    );
    if (isThere) throw new Error("The server still answers.");
    starts.push({
      script: of("ScriptDuration"),
      task: of("TaskDuration"),
      shown: await page.evaluate(() => performance.now()),
    });
    await context.close();
    pace.look();
  }
  const script = medianOf(starts, "script");
  const worst = whole(Math.max(...starts.map((each) => each.script)));
  console.log(
    `without a server, ${runs} starts of the browser: dashboard after ${whole(script)} ms of script ` +
      `(worst ${worst}), ${whole(medianOf(starts, "task"))} ms of the main thread, ${whole(medianOf(starts, "shown"))} ms on the clock`,
  );
  if (script > SCRIPT_MAX_MS) process.exitCode = 1;
}
