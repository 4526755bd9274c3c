// Page starts on a slow line, with an empty cache and with a warm one, beside two others: the same app in one script; and a
// bound, a page of the same bytes in one script and one style sheet that asks for the same data at once and does nothing else.
//
// node measure.mjs SERVER DIST FOLDER CHROME RUNS

import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pack, packSite } from "../site.mjs";
import { compareWorker, startOffline } from "./offline.mjs";
import { oneFile } from "./one-file.mjs";
import { plainBrowser, until, watchRequests } from "./page.mjs";

const [server, dist, folder, chrome, runs] = process.argv.slice(2);
const { chromium } = createRequire(`${process.cwd()}/package.json`)("@playwright/test");

const PORT = 4850;
const ORIGIN = `http://localhost:${PORT}`;
/** Where a page asks several questions in one call, and its first ones. */
const BATCH = `${ORIGIN}/api/batch`;
const REFRESH = `${ORIGIN}/api/auth/refresh`;
const STUDENT = { email: "amara@noteninja.test", password: "study-hard-tonight" };
const LINE = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 5e6 / 8 };
const SLOWER = 4;
const SCREEN = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false };

/** Pages, and by what one sees that they show what people came for. */
const PAGES = [
  { path: "/signin", data: "form[aria-label='Sign in']", isMember: false },
  { path: "/", data: ".guides .guide h3", isMember: true },
  { path: "/browse", data: ".guides .guide h3", isMember: true },
  { path: "/guide/CS246/notes", data: ".note h3", isMember: true },
  { path: "/deep-dive", data: "[role=row] button, table button", isMember: true },
];

const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1];

async function startServer(site) {
  const data = join(folder, "data");
  rmSync(data, { recursive: true, force: true });
  const running = spawn(server, ["--dir", data, "--port", `${PORT}`, "--web", site, "--sample", "infra/sample"], {
    cwd: join(process.cwd(), "../.."),
    stdio: "ignore",
  });
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(`${ORIGIN}/catalogue/manifest.json`).catch(() => undefined);
    if (answer?.ok) return running;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("The local server did not start.");
}

/** Notes what the browser says of a start; runs in the page. */
function observe(selector) {
  const seen = { lcp: 0, blocked: 0, shift: 0, data: undefined };
  window.seen = seen;
  const watch = (type, each) => {
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  };
  watch("largest-contentful-paint", (entry) => {
    seen.lcp = entry.startTime;
  });
  watch("longtask", (entry) => {
    seen.blocked += Math.max(0, entry.duration - 50);
  });
  watch("layout-shift", (entry) => {
    if (!entry.hadRecentInput) seen.shift += entry.value;
  });
  const look = () => {
    const element = document.querySelector(selector);
    if (seen.data === undefined && element?.checkVisibility()) {
      seen.data = 0;
      requestAnimationFrame(() => setTimeout(() => (seen.data = performance.now())));
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
}

/** What was seen of the start so far; runs in the page. */
function told() {
  const files = performance.getEntriesByType("resource");
  const before = files.filter((file) => file.responseEnd <= window.seen.data);
  return {
    ...window.seen,
    paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    scripts: files.map((file) => new URL(file.name).pathname).filter((path) => /^\/assets\/.*\.js$/.test(path)),
    bytes: before.reduce((sum, file) => sum + file.transferSize, 0),
    needed: before.map((file) => file.name),
    loaded: performance.getEntriesByType("navigation")[0]?.loadEventEnd ?? 0,
    registered: window.registeredAt ?? 0,
  };
}

/** Puts into a page what the device kept of visits before; runs in the page. */
function remember(kept) {
  for (const [name, value] of Object.entries(kept)) if (localStorage.getItem(name) === null) localStorage.setItem(name, value);
}

/** The call of a function that runs in the page. */
const callOf = (work, ...given) => `(${work})(${given.map((each) => JSON.stringify(each)).join(", ")})`;

/** Opens a page. Where `isKept`, it stays until the page's worker has kept what the next visit takes. */
async function measure(visitor, path, selector, { prepare, isKept = false } = {}) {
  const page = await visitor.openPage();
  const together = { [BATCH]: [], [REFRESH]: [] };
  const isIdle = watchRequests(page, ({ url, postData = "{}" }) => together[url]?.push(postData));
  for (const domain of ["Page", "Network"]) await page.send(`${domain}.enable`);
  await page.send("Network.emulateNetworkConditions", LINE);
  await page.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.send("Emulation.setDeviceMetricsOverride", SCREEN);
  await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-reduced-motion", value: "reduce" }] });
  const first = [callOf(remember, visitor.kept), callOf(observe, selector), ...(prepare ? [callOf(prepare)] : [])];
  await page.send("Page.addScriptToEvaluateOnNewDocument", { source: first.join(";\n") });
  await page.send("Page.navigate", { url: ORIGIN + path });
  await until(`${path} shows its data`, () => page.evaluate("window.seen?.data > 0"));
  await until(`${path} has all that it wants`, isIdle);
  const start = await page.evaluate(callOf(told));
  if (isKept) await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
  await page.close();
  return { ...start, together };
}

/** Writes the bound of a page: `needed` is what the page had fetched when it showed its data, `together` the calls in which it asked for several things. */
function writeBound(site, name, { needed, together }) {
  const assets = needed.filter((address) => address.includes("/assets/")).map((address) => new URL(address).pathname);
  const textOf = (end) =>
    assets.filter((path) => path.endsWith(end)).map((path) => readFileSync(join(site, path), "utf8").replaceAll("*/", "* /"));
  const asked = needed.filter((address) => address === BATCH).map((_, at) => together[BATCH][at]);
  const data = needed
    .filter((address) => address !== BATCH)
    .map((address) => new URL(address))
    .filter(({ pathname }) => /^\/(api|catalogue)\/|\.wasm$/.test(pathname) && !pathname.includes("/auth/"))
    .map(({ pathname, search }) => pathname + search);
  const program = `
    const refreshed = fetch("/api/auth/refresh", {
      method: "POST",
      headers: { "X-Note-Ninja": "1", "Content-Type": "application/json" },
      body: ${JSON.stringify(together[REFRESH][0])},
    });
    const token = refreshed.then((answer) => answer.clone().json()).then((session) => session.accessToken);
    const open = ${JSON.stringify(data.filter((path) => !path.startsWith("/api/")))}.map((path) => fetch(path));
    const known = async () => ({ Authorization: "Bearer " + (await token), "Content-Type": "application/json" });
    const mine = ${JSON.stringify(data.filter((path) => path.startsWith("/api/")))}.map(async (path) =>
      fetch(path, { headers: await known() }));
    const together = ${JSON.stringify(asked)}.map(async (body) =>
      fetch("/api/batch", { method: "POST", headers: await known(), body }));
    Promise.all([refreshed, ...open, ...mine, ...together].map(async (answer) => (await answer).text())).then((texts) => {
      document.body.innerHTML = "<h1 class=data></h1>";
      document.querySelector("h1").textContent = texts.join("").length + " characters";
    });`;
  writeFileSync(join(site, `assets/bound-${name}.js`), `/*${textOf(".js").join("\n")}*/${program}`);
  writeFileSync(join(site, `assets/bound-${name}.css`), `/*${textOf(".css").join("\n")}*/`);
  for (const end of ["js", "css"]) pack(join(site, `assets/bound-${name}.${end}`));
  writeFileSync(
    join(site, `bound-${name}.html`),
    `<!doctype html><link rel="stylesheet" href="/assets/bound-${name}.css"><script type="module" src="/assets/bound-${name}.js"></script><body>`,
  );
}

async function signIn(page) {
  await page.goto(`${ORIGIN}/signin`);
  await page.getByLabel("Email").fill(STUDENT.email);
  await page.locator("input[type=password]").fill(STUDENT.password);
  await page.locator("input[type=password]").press("Enter");
  await page.waitForURL(`${ORIGIN}/`);
  await page.waitForLoadState("networkidle");
}

const site = join(folder, "site");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
packSite(dist, site);
const running = await startServer(site);
const launch = { executablePath: chrome, args: ["--no-sandbox", "--disable-gpu"] };
const browser = await chromium.launch(launch);
const look = { viewport: { width: SCREEN.width, height: SCREEN.height }, reducedMotion: "reduce" };

try {
  const first = await browser.newContext(look);
  await signIn(await first.newPage());
  let member = await first.storageState();
  await first.close();

  const openBrowser = await plainBrowser(browser);
  const inNewBrowser = async (isMember, work) => {
    const visitor = await openBrowser(isMember ? member : undefined);
    const done = await work(visitor);
    // The refresh token is replaced at each use.
    if (isMember) member = await visitor.state();
    await visitor.close();
    return done;
  };

  console.log(
    "| page | frame | data | LCP | blocked | shift | scripts | kB | one file | data to it | bound | data to it | warm: data | LCP |",
  );
  console.log(`|${"---|".repeat(14)}`);
  for (const { path, data, isMember } of PAGES) {
    const name = path.replaceAll(/\W+/g, "-").replaceAll(/^-|-$/g, "") || "dashboard";
    const [cold, warm, one, bound] = [[], [], [], []];
    let joined;
    for (let run = 0; run < Number(runs); run += 1) {
      await inNewBrowser(isMember, async (visitor) => {
        cold.push(await measure(visitor, path, data, { isKept: true }));
        warm.push(await measure(visitor, path, data));
      });
      if (!isMember) continue;
      if (run === 0) {
        writeBound(site, name, cold[0]);
        joined = await oneFile(site, name, cold[0].scripts);
      }
      joined.use();
      one.push(await inNewBrowser(true, (visitor) => measure(visitor, path, data)));
      joined.restore();
      bound.push(await inNewBrowser(true, (visitor) => measure(visitor, `/bound-${name}.html`, "h1.data")));
    }
    const of = (starts, key) => median(starts.map((start) => start[key]));
    const ms = (starts, key) => Math.round(of(starts, key)).toLocaleString("en");
    const cells = [path, ms(cold, "paint"), ms(cold, "data"), ms(cold, "lcp"), ms(cold, "blocked")];
    cells.push(of(cold, "shift").toFixed(3), cold.at(-1).scripts.length, Math.round(of(cold, "bytes") / 1000));
    for (const other of [one, bound]) {
      cells.push(isMember ? ms(other, "data") : "", isMember ? (of(cold, "data") / of(other, "data")).toFixed(2) : "");
    }
    console.log(`| ${[...cells, ms(warm, "data"), ms(warm, "lcp")].join(" | ")} |`);
  }

  console.log("");
  const [visitor, dashboard] = PAGES;
  await compareWorker({
    pages: [visitor, dashboard],
    runs: Number(runs),
    median,
    start: ({ isMember }, path, selector, prepare) =>
      inNewBrowser(isMember, (visitor) => measure(visitor, path, selector, { prepare })),
  });
  const stopServer = async () => {
    const gone = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGKILL");
    await gone;
  };
  const { data } = dashboard;
  const offline = { folder, data, signIn, stopServer, median, origin: `${ORIGIN}/`, runs: Number(runs), slower: SLOWER };
  await startOffline({ chromium, launch, look, ...offline });
} finally {
  await browser.close();
  running.kill();
}
