// Cost of the service worker in the first visit, and duration of an app start without a server.

import { rmSync } from "node:fs";
import { medianOf, row, whole } from "../figures.mjs";

/** Maximum script time in milliseconds until the dashboard is shown without a server, on the slower processor. */
const SCRIPT_MAX_MS = 1000;

/** Records the time when the worker is registered. Runs in the page. */
function noteWorker() {
  if (!navigator.serviceWorker) return;
  const { register } = ServiceWorkerContainer.prototype;
  ServiceWorkerContainer.prototype.register = function (...what) {
    window.registeredAt ??= performance.now();
    return register.apply(this, what);
  };
}

/** Prevents the registration of a worker. Runs in the page. */
function refuseWorker() {
  if (navigator.serviceWorker)
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error("not measured"));
}

/**
 * Compares first visits with and without the worker, in turns. `start(page, prepare)` measures one visit of a new
 * browser.
 */
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
 * Starts the app without a server. Each start uses a new browser process with the profile of the previous visits. Fails
 * if the dashboard needs too much script time.
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
    // Thread time of the main thread, which other programs on the machine do not affect.
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
