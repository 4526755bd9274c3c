// Page starts on a slow network with an empty and a warm cache, compared with two variants: the same app in one script,
// and a lower bound. The bound is a page with the same bytes in one script and one style sheet that only requests the
// same data at once. With the folder of another build, compares this build with it instead.
//
// node measure.mjs SERVER DIST FOLDER CHROME RUNS [OTHER]

import { createRequire } from "node:module";
import { join } from "node:path";
import { medianOf, row, whole } from "../figures.mjs";
import { writeLowerBoundPage } from "./bound.mjs";
import { compareInTurns } from "./in-turns.mjs";
import { compareWorker, startOffline } from "./offline.mjs";
import { oneFile } from "./one-file.mjs";
import { Pace } from "./pace.mjs";
import { comeIn, serveBuild } from "./running.mjs";
import { LOOK, measure, SLOWER } from "./visit.mjs";

const [server, dist, folder, chrome, times, other] = process.argv.slice(2);
const { chromium } = createRequire(`${process.cwd()}/package.json`)("@playwright/test");

/** First port. The server uses the next ones as well. */
const PORT = 4850;
const OTHER_PORT = 4870;
const runs = Number(times);

/** Pages, with the selector of their main content. */
const PAGES = [
  { path: "/signin", data: "form[aria-label='Sign in']", isMember: false },
  { path: "/", data: ".guides .guide h3", isMember: true },
  { path: "/browse", data: ".guides .guide h3", isMember: true },
  { path: "/guide/CS246/notes", data: ".note h3", isMember: true },
  { path: "/deep-dive", data: "[role=row] button, table button", isMember: true },
];

/** Measures one page: starts with an empty and a warm cache, and both variants. */
async function measurePage(build, { path, data, isMember }) {
  const { origin, inNewBrowser } = build;
  const name = path.replaceAll(/\W+/g, "-").replaceAll(/^-|-$/g, "") || "dashboard";
  const [cold, warm, one, least] = [[], [], [], []];
  let joined;
  let bound;
  for (let run = 0; run < runs; run += 1) {
    await inNewBrowser(isMember, async (visitor) => {
      cold.push(await measure(visitor, { origin, path, data, isKept: true }));
      warm.push(await measure(visitor, { origin, path, data }));
    });
    if (!isMember) continue;
    if (run === 0) {
      bound = writeLowerBoundPage(build, name, cold[0]);
      joined = await oneFile(build.site, name, cold[0].scripts);
    }
    joined.use();
    one.push(await inNewBrowser(true, (visitor) => measure(visitor, { origin, path, data })));
    joined.restore();
    least.push(await inNewBrowser(true, (visitor) => measure(visitor, { origin, ...bound })));
  }
  const ms = (starts, key) => whole(medianOf(starts, key));
  const cells = [path, ms(cold, "paint"), ms(cold, "data"), ms(cold, "lcp"), ms(cold, "blocked")];
  cells.push(medianOf(cold, "shift").toFixed(3), cold.at(-1).scripts.length, whole(medianOf(cold, "bytes") / 1000));
  for (const others of [one, least]) {
    cells.push(
      isMember ? ms(others, "data") : "",
      isMember ? (medianOf(cold, "data") / medianOf(others, "data")).toFixed(2) : "",
    );
  }
  return row([...cells, ms(warm, "data"), ms(warm, "lcp")]);
}

async function measureBuild(build, { browser, launch, pace }) {
  console.log(
    "| page | frame | data | LCP | blocked | shift | scripts | kB | one file | data to it | bound | data to it | warm: data | LCP |",
  );
  console.log(`|${"---|".repeat(14)}`);
  for (const page of PAGES) console.log(await measurePage(build, page));

  console.log("");
  const { origin, inNewBrowser, stop } = build;
  const [visitorPage, dashboard] = PAGES;
  await compareWorker({
    pages: [visitorPage, dashboard],
    runs,
    start: ({ path, data, isMember }, prepare) =>
      inNewBrowser(isMember, (visitor) => measure(visitor, { origin, path, data, prepare })),
  });
  await startOffline({
    open: (profile) => browser.launchPersistentContext(profile, { ...launch, ...LOOK }),
    signIn: (page) => comeIn(page, origin),
    stopServer: stop,
    data: dashboard.data,
    profile: join(folder, "profile"),
    origin: `${origin}/`,
    runs,
    pace,
  });
}

const launch = { executablePath: chrome, args: ["--no-sandbox", "--disable-gpu"] };
const browser = await chromium.launch(launch);
const pace = new Pace(SLOWER);
const serve = (name, build, port) =>
  serveBuild({ name, server, dist: build, folder: join(folder, name), port, browser, pace });
const builds = [];
try {
  builds.push(await serve("this", dist, PORT));
  if (other) builds.push(await serve("other", other, OTHER_PORT));
  for (const build of builds) await build.begin();
  await pace.begin();
  if (other) await compareInTurns({ pages: PAGES, runs, builds });
  else await measureBuild(builds[0], { browser: chromium, launch, pace });
  console.log(`${pace}`);
} finally {
  await browser.close();
  for (const build of builds) await build.stop();
}
