import { readFileSync } from "node:fs";
import { test as base, expect, type Page } from "@playwright/test";
import { type OwnServer, ownServer } from "./own-server";

const test = base.extend<{ server: OwnServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from this pattern.
  server: async ({}, use) => {
    const server = await ownServer();
    await use(server);
    await server.stop();
  },
  baseURL: async ({ server }, use) => use(server.origin),
});

// Elsewhere tests are about the page alone.
test.use({ serviceWorkers: "allow" });

/** The worker has taken the page and keeps the app. */
async function isKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
    );
  });
}

const dist = process.env.NOTE_NINJA_WEB_DIST ?? "../../web/dist";
const built = (name: string) => readFileSync(`${dist}/${name}`, "utf8");
const caches = (page: Page) => page.evaluate(() => window.caches.keys());
const workers = (page: Page) => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

test("S4.offline.1 Chromium would install the app: it finds no fault, and its icons are what the manifest says", async ({
  page,
  context,
}) => {
  await page.goto("/signin");
  const devtools = await context.newCDPSession(page);
  await devtools.send("Page.enable");
  const { errors, data } = await devtools.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? "") as { icons: { src: string; sizes: string }[]; shortcuts: { url: string }[] };
  await isKept(page);
  await expect.poll(async () => (await devtools.send("Page.getInstallabilityErrors")).installabilityErrors).toEqual([]);
  const sizes = await page.evaluate(
    async (icons) =>
      Promise.all(
        icons.map(async ({ src }) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        }),
      ),
    manifest.icons.filter(({ sizes }) => sizes !== "any"),
  );
  expect(sizes).toEqual(["192x192", "512x512", "512x512"]);
  for (const { url } of manifest.shortcuts) expect((await page.request.get(url)).status(), url).toBe(200);
  expect(manifest.shortcuts).toHaveLength(3);
});

test("S4.offline.2 without a server each address opens the app; what is not a page of it does not", async ({
  page,
  server,
}) => {
  await page.goto("/signin");
  await isKept(page);
  await server.stop();
  await page.goto("/register");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/signin?from=shortcut");
  await expect(page.getByLabel("Email")).toBeVisible();
  for (const path of ["/api/health", "/catalogue/manifest.json", "/problem.css"]) {
    await expect(page.goto(path), path).rejects.toThrow("net::ERR");
  }
});

/** The same page with another script: what a release makes of it. */
const otherRelease = () => ({
  page: built("index.html").replace("</head>", '<script type="module" src="/other-release.js"></script></head>'),
  worker: built("sw.js")
    .replaceAll("/icon.svg", "/other-release.js")
    .replace(/revision:`[^`]+`,integrity:`[^`]+`/g, "revision:`other`"),
});

async function release(server: OwnServer): Promise<void> {
  const { page, worker } = otherRelease();
  for (const path of ["/", "/signin", "/index.html"]) server.replace(path, page, "text/html; charset=utf-8");
  server.replace("/other-release.js", "document.documentElement.dataset.release = 'other';", "text/javascript");
  server.replace("/sw.js", worker, "text/javascript");
}

test("S4.offline.3 a new release waits for the pages that are open, and is there after the next navigation", async ({
  page,
  context,
  server,
}) => {
  await page.goto("/signin");
  await isKept(page);
  await page.getByLabel("Email").fill("half@filled");
  await release(server);
  const waits = () => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
  const other = await context.newPage();
  await other.goto("/signin");
  await expect(other.locator("html[data-release=other]")).toBeAttached();
  await expect.poll(waits).toBe(true);
  await expect(page.getByLabel("Email")).toHaveValue("half@filled");
  // The page of the release before is left: nobody needs its worker any more.
  await other.close();
  expect(await waits()).toBe(true);
  await page.goto("/signin");
  await expect(page.locator("html[data-release=other]")).toBeAttached();
  await expect.poll(waits).toBe(false);
  await server.stop();
  await page.goto("/register");
  await expect(page.locator("html[data-release=other]")).toBeAttached();
});

test("S4.offline.4 a broken worker is healed by the one that retires", async ({ page, server }) => {
  await page.goto("/signin");
  await isKept(page);
  expect(await caches(page)).not.toEqual([]);
  expect(await page.evaluate(async () => (await fetch("/sw.js")).headers.get("cache-control"))).toBe("no-store");
  server.replace("/sw.js", built("retired-worker.js"), "text/javascript");
  await page.goto("/register");
  await expect.poll(() => workers(page)).toBe(0);
  await expect.poll(() => caches(page)).toEqual([]);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
