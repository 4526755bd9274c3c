import { readFileSync } from "node:fs";
import { test as base, expect, type Page } from "@playwright/test";
import { type FaultProxy, faultProxy } from "./fault-proxy";

/** Fixture for tests that stop or replace their server: each has its own. */
export const test = base.extend<{ server: FaultProxy }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names from this pattern.
  server: async ({}, use) => {
    const server = await faultProxy();
    await use(server);
    await server.stop();
  },
  baseURL: async ({ server }, use) => use(server.origin),
  // Other tests run without a service worker.
  serviceWorkers: "allow",
});

/** Waits until the service worker controls the page and has cached the app. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
    );
  });
}

const dist = process.env.NOTE_NINJA_WEB_DIST ?? "../../web/dist";
export const builtFile = (name: string) => readFileSync(`${dist}/${name}`, "utf8");

/** Publishes a release: the same page with a new script. */
export function deployRelease(server: FaultProxy, name: string): void {
  const script = `/${name}-release.js`;
  const page = builtFile("index.html").replace("</head>", `<script type="module" src="${script}"></script></head>`);
  const worker = builtFile("sw.js")
    .replaceAll("/icon.svg", script)
    .replace(/revision:`[^`]+`,integrity:`[^`]+`/g, `revision:\`${name}\``);
  for (const path of ["/", "/signin", "/deep-dive", "/index.html"])
    server.replace(path, page, "text/html; charset=utf-8");
  server.replace(script, `document.documentElement.dataset.release = "${name}";`, "text/javascript");
  server.replace("/sw.js", worker, "text/javascript");
}

export const likeButton = (page: Page, name: string) =>
  page.getByRole("article", { name }).getByRole("button", { name: /^liked?, \d+$/i });

/** Returns everything that the browser stores about its users. */
export const storageSnapshot = (page: Page) =>
  page.evaluate(async () => ({
    // The service worker stores the age of its copies of the app there.
    databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => name !== "workbox-expiration"),
    local: Object.keys(localStorage).filter((key) => key !== "nn:theme"),
    // Scroll positions of the router, under random keys.
    session: Object.keys(sessionStorage).filter((key) => key !== "react-router-scroll-positions"),
    caches: (await window.caches.keys()).filter(
      (name) => !/^(assets|catalogue|catalogue counts|catalogue manifest|reader|workbox-precache-.*)$/.test(name),
    ),
  }));

/** Confirms the dialog for an offline copy and waits until it is complete. */
export async function keepOffline(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: new RegExp(`“${title}`) });
  await dialog.getByRole("button", { name: "Keep", exact: true }).click();
  await expect(dialog.getByText(/^All of it is on this device: /)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
}
