/// <reference lib="webworker" />

/**
 * Published in the place of a worker that turned out broken (infra/OPERATIONS.md): it deletes what that one kept and then
 * itself. Open pages go on with the network.
 */

declare const self: ServiceWorkerGlobalScope;

async function retire(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await self.registration.unregister();
}

self.addEventListener("install", () => void self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(retire()));

export {};
