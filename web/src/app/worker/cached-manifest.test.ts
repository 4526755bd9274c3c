import { beforeEach, expect, test } from "vitest";
import { fakeCaches } from "@/offline/files/testing";
import { CATALOGUE_CACHE, cachedManifest, cacheManifest } from "./cached-manifest";

beforeEach(() => void fakeCaches());

const published = (number: number) => cacheManifest(Response.json({ file: `catalogue/courses-${number}.bin` }));

async function fetched(number: number): Promise<void> {
  const cache = await caches.open(CATALOGUE_CACHE);
  await cache.put(`/catalogue/courses-${number}.bin`, new Response("courses"));
}

async function named(): Promise<string | undefined> {
  const kept = await cachedManifest();
  return ((await kept?.json()) as { file: string } | undefined)?.file;
}

test("S4.offline.5 a manifest whose courses are not cached on this device does not replace one whose courses are cached", async () => {
  await published(1);
  await fetched(1);
  await published(2);
  await published(3);
  expect(await named()).toBe("catalogue/courses-1.bin");
  await fetched(3);
  expect(await named()).toBe("catalogue/courses-3.bin");
  await published(4);
  expect(await named()).toBe("catalogue/courses-3.bin");
});

test("S4.offline.5 returns the newest manifest if no courses are cached, and nothing if there is none", async () => {
  expect(await named()).toBeUndefined();
  await published(1);
  await published(2);
  expect(await named()).toBe("catalogue/courses-2.bin");
});
