// @vitest-environment jsdom
import { beforeAll, expect, test, vi } from "vitest";

vi.mock("workbox-core", () => ({ clientsClaim: () => undefined }));
vi.mock("workbox-expiration", () => ({ ExpirationPlugin: class {} }));
vi.mock("workbox-navigation-preload", () => ({ enable: () => undefined }));
vi.mock("workbox-precaching", () => ({
  addRoute: () => undefined,
  cleanupOutdatedCaches: () => undefined,
  matchPrecache: async () => undefined,
  precache: () => undefined,
}));
vi.mock("workbox-routing", () => ({ NavigationRoute: class {}, registerRoute: () => undefined }));
vi.mock("workbox-strategies", () => ({ CacheFirst: class {}, NetworkFirst: class {} }));
vi.mock("./kept-files", () => ({}));
vi.mock("./kept-reader", () => ({ keepReaderAgain: async () => undefined, dropOldReader: async () => undefined }));

const skipWaiting = vi.fn();

beforeAll(async () => {
  vi.stubGlobal("KEPT_FILES", [{ url: "/assets/start-1.js" }, { url: "/assets/app-1.js" }]);
  await import("./sw");
});

test.each([
  ["the scripts of this release", ["/assets/start-1.js", "/assets/app-1.js"], true],
  ["one script of this release", ["/assets/app-1.js"], true],
  ["the scripts of another release", ["/assets/start-2.js", "/assets/app-2.js"], false],
  ["a script of another release among them", ["/assets/start-1.js", "/assets/app-2.js"], false],
  ["no scripts", [], false],
])("S4.offline.3 a page that was started with %s lets the worker take over or not", (_whose, scripts, isTaken) => {
  skipWaiting.mockClear();
  vi.stubGlobal("skipWaiting", skipWaiting);
  window.dispatchEvent(new MessageEvent("message", { data: { kind: "take over", scripts } }));
  expect(skipWaiting).toHaveBeenCalledTimes(isTaken ? 1 : 0);
});
