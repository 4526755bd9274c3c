// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { cacheName } from "@/offline/files/cache-keys";
import { fakeCaches } from "@/offline/files/testing";

test("S4.offline.4 the replacement of a faulty service worker deletes the app caches and itself, but no offline copies", async () => {
  const all = fakeCaches();
  for (const name of ["workbox-precache-v2-/", "assets", "catalogue", cacheName("amara")]) await caches.open(name);
  const unregister = vi.fn(async () => true);
  Object.assign(globalThis, { registration: { unregister } });
  await import("./kill-switch-worker");
  let work: Promise<unknown> | undefined;
  const waitUntil = (promise: Promise<unknown>) => {
    work = promise;
  };
  window.dispatchEvent(Object.assign(new Event("activate"), { waitUntil }));
  await work;
  expect([...all.keys()]).toEqual([cacheName("amara")]);
  expect(unregister).toHaveBeenCalledTimes(1);
});
