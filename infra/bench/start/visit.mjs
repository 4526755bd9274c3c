// One visit of a page on a slow network, with the browser's measurements.

import { until, watchRequests } from "./page.mjs";

/** Factor by which visitors' processors are slower than this machine when idle (`pace.mjs`). */
export const SLOWER = 4;
/** Screen and motion settings of visits, in Playwright's format. */
export const LOOK = { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" };
const LINE = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 5e6 / 8 };
const SCREEN = { ...LOOK.viewport, deviceScaleFactor: 1, mobile: false };

/**
 * Records the browser's measurements of a start. Runs in the page. An element that a late stylesheet makes visible
 * causes no mutation, so the visit calls `look` too while it waits.
 */
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
  window.look = () => {
    const element = document.querySelector(selector);
    if (seen.data === undefined && element?.checkVisibility()) {
      seen.data = 0;
      requestAnimationFrame(() => setTimeout(() => (seen.data = performance.now())));
    }
  };
  new MutationObserver(window.look).observe(document, { childList: true, subtree: true, attributes: true });
}

/** Returns the measurements so far. Runs in the page. */
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

/** Restores stored data of earlier visits in a page. Runs in the page. */
function remember(kept) {
  for (const [name, value] of Object.entries(kept))
    if (localStorage.getItem(name) === null) localStorage.setItem(name, value);
}

/** Returns the source of a function call that runs in the page. */
const callOf = (work, ...given) => `(${work})(${given.map((each) => JSON.stringify(each)).join(", ")})`;

/**
 * Opens the page at `path` of `origin` and waits for its data, selected by `data`. `prepare` runs in the page before
 * its scripts. If `isKept`, the page stays open until the service worker has cached everything for the next visit.
 * Returns times in milliseconds and, as `together`, the batch requests by URL.
 */
export async function measure(visitor, { origin, path, data, prepare, isKept = false }) {
  const page = await visitor.openPage();
  const together = { [`${origin}/api/batch`]: [], [`${origin}/api/auth/refresh`]: [] };
  const isIdle = watchRequests(page, ({ url, postData = "{}" }) => together[url]?.push(postData));
  for (const domain of ["Page", "Network"]) await page.send(`${domain}.enable`);
  await page.send("Network.emulateNetworkConditions", LINE);
  await page.send("Emulation.setCPUThrottlingRate", { rate: visitor.pace.rate() });
  await page.send("Emulation.setDeviceMetricsOverride", SCREEN);
  await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-reduced-motion", value: "reduce" }] });
  const first = [callOf(remember, visitor.kept), callOf(observe, data), ...(prepare ? [callOf(prepare)] : [])];
  await page.send("Page.addScriptToEvaluateOnNewDocument", { source: first.join(";\n") });
  await page.send("Page.navigate", { url: origin + path });
  await until(`${path} shows its data`, () => page.evaluate("window.look?.(), window.seen?.data > 0"));
  await until(`${path} has all that it wants`, isIdle);
  const start = await page.evaluate(callOf(told));
  if (isKept) await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
  await page.close();
  return { ...start, together };
}
