import { offlineCacheOwner } from "@/offline/cache/store";
import { type CompleteFile, cacheName, cacheNameAt, isTextKey, PART_BYTES, partKey } from "@/offline/files/cache-keys";

/** Byte range with inclusive ends. */
interface ByteRange {
  first: number;
  last: number;
}

/**
 * Parses a `Range` header. Returns the byte range, `"whole"` for a missing or unsupported header, or `"beyond"` if the
 * range cannot be satisfied.
 */
export function parseRange(header: string | null, sizeBytes: number): ByteRange | "whole" | "beyond" {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (from === "" && to === "") return "whole";
  if (from === "")
    return Number(to) === 0 ? "beyond" : { first: Math.max(0, sizeBytes - Number(to)), last: sizeBytes - 1 };
  const first = Number(from);
  if (first >= sizeBytes) return "beyond";
  if (to !== "" && Number(to) < first) return "whole";
  return { first, last: to === "" ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1) };
}

/** Streams the range from the cached parts on demand, so that a seek can cancel the rest. */
function bytesOf(cache: Cache, address: string, { first, last }: ByteRange): ReadableStream<Uint8Array> {
  let at = first;
  return new ReadableStream({
    async pull(controller) {
      const part = Math.floor(at / PART_BYTES);
      const cachedPart = await cache.match(partKey(address, part));
      if (!cachedPart) {
        // The browser evicted a part, so mark the whole file as missing.
        await cache.delete(address);
        controller.error(new Error("A part of the file is not on this device any more."));
        return;
      }
      const begin = part * PART_BYTES;
      const end = Math.min(begin + PART_BYTES, last + 1);
      controller.enqueue(new Uint8Array(await cachedPart.arrayBuffer()).subarray(at - begin, end - begin));
      at = end;
      if (at > last) controller.close();
    },
  });
}

/** Answers from an offline file, with `206 Partial Content` for range requests. */
export async function respondFromOfflineFile(request: Request): Promise<Response> {
  const address = new URL(request.url).pathname;
  const name = cacheNameAt(address);
  const missing = new Response(null, { status: 404 });
  // `caches.open` would create the cache.
  if (name === undefined || !(await caches.has(name))) return missing;
  const owner = await offlineCacheOwner();
  if (owner !== undefined && name !== cacheName(owner)) return missing;
  const cache = await caches.open(name);
  const entry = await cache.match(address);
  if (!entry) return missing;
  // The text of a note is stored as one response.
  if (isTextKey(address)) return entry;
  const { sizeBytes, contentType } = (await entry.json()) as CompleteFile;
  const headers = { "accept-ranges": "bytes", "content-type": contentType, "x-content-type-options": "nosniff" };
  const span = parseRange(request.headers.get("range"), sizeBytes);
  if (span === "beyond") {
    return new Response(null, { status: 416, headers: { ...headers, "content-range": `bytes */${sizeBytes}` } });
  }
  const { first, last } = span === "whole" ? { first: 0, last: sizeBytes - 1 } : span;
  const length = { ...headers, "content-length": String(last - first + 1) };
  const body = bytesOf(cache, address, { first, last });
  if (span === "whole") return new Response(body, { headers: length });
  return new Response(body, {
    status: 206,
    headers: { ...length, "content-range": `bytes ${first}-${last}/${sizeBytes}` },
  });
}

/** Returns an image from the offline files of the device's current owner. Other users' files are not served. */
async function offlineImage(address: string): Promise<Response | undefined> {
  const owner = await offlineCacheOwner();
  const name = owner === undefined ? undefined : cacheName(owner);
  if (name === undefined || !(await caches.has(name))) return undefined;
  return (await caches.open(name)).match(address, { ignoreVary: true });
}

/** Fetches an image from the network, with the offline files as fallback. */
export async function fetchImageWithFallback(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const storedImage = await offlineImage(request.url);
    if (storedImage) return storedImage;
    throw error;
  }
}
