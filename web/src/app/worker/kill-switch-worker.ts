/// <reference lib="webworker" />
import { FILES_PREFIX } from "@/offline/files/cache-keys";

/**
 * Replacement for a broken service worker (infra/OPERATIONS.md). Deletes its caches and unregisters itself; open pages
 * continue with the network. Offline files stay, because pages stored them, and the next worker serves them again.
 */

declare const self: ServiceWorkerGlobalScope;

async function retire(): Promise<void> {
  const own = (await caches.keys()).filter((name) => !name.startsWith(FILES_PREFIX));
  await Promise.all(own.map((name) => caches.delete(name)));
  await self.registration.unregister();
}

self.addEventListener("install", () => void self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(retire()));
