/// <reference lib="webworker" />
import { FILES_PREFIX } from "@/offline/files/addresses";

/**
 * Published in the place of a worker that turned out broken (infra/OPERATIONS.md): it deletes what that one kept and then
 * itself. Open pages go on with the network. What people keep on purpose was put there by pages, and the next worker answers
 * from it again.
 */

declare const self: ServiceWorkerGlobalScope;

async function retire(): Promise<void> {
  const own = (await caches.keys()).filter((name) => !name.startsWith(FILES_PREFIX));
  await Promise.all(own.map((name) => caches.delete(name)));
  await self.registration.unregister();
}

self.addEventListener("install", () => void self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(retire()));
