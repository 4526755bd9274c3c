import { keptOwner } from "@/offline/cache/store";
import { cacheAt, cacheOf, PART_BYTES, partOf, type WholeFile } from "@/offline/files/addresses";

/** Bytes of a file, the last one included. */
interface Span {
  first: number;
  last: number;
}

/**
 * What a `Range` header asks of a file: its bytes, the whole where the header says nothing that is understood, or
 * `"beyond"` where there is nothing to give.
 */
export function spanOf(header: string | null, sizeBytes: number): Span | "whole" | "beyond" {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (from === "" && to === "") return "whole";
  if (from === "")
    return Number(to) === 0 ? "beyond" : { first: Math.max(0, sizeBytes - Number(to)), last: sizeBytes - 1 };
  const first = Number(from);
  if (first >= sizeBytes) return "beyond";
  if (to !== "" && Number(to) < first) return "whole";
  return { first, last: to === "" ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1) };
}

/** These bytes, read part by part as they are taken: whoever seeks stops in the middle. */
function bytesOf(cache: Cache, address: string, { first, last }: Span): ReadableStream<Uint8Array> {
  let at = first;
  return new ReadableStream({
    async pull(controller) {
      const part = Math.floor(at / PART_BYTES);
      const kept = await cache.match(partOf(address, part));
      if (!kept) {
        // The browser has thrown a part away: the file counts as missing from now on.
        await cache.delete(address);
        controller.error(new Error("A part of the file is not on this device any more."));
        return;
      }
      const begin = part * PART_BYTES;
      const end = Math.min(begin + PART_BYTES, last + 1);
      controller.enqueue(new Uint8Array(await kept.arrayBuffer()).subarray(at - begin, end - begin));
      at = end;
      if (at > last) controller.close();
    },
  });
}

/** Answers from a file that is kept on this device, in parts where parts are asked for. */
export async function answerFromKept(request: Request): Promise<Response> {
  const address = new URL(request.url).pathname;
  const name = cacheAt(address);
  const missing = new Response(null, { status: 404 });
  // Opening a cache would make it.
  if (name === undefined || !(await caches.has(name))) return missing;
  const owner = await keptOwner();
  if (owner !== undefined && name !== cacheOf(owner)) return missing;
  const cache = await caches.open(name);
  const entry = await cache.match(address);
  if (!entry) return missing;
  const { sizeBytes, contentType } = (await entry.json()) as WholeFile;
  const headers = { "accept-ranges": "bytes", "content-type": contentType, "x-content-type-options": "nosniff" };
  const span = spanOf(request.headers.get("range"), sizeBytes);
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

/** A picture that the person keeps here whose device this is now. What somebody else has left here is not for them. */
async function keptPicture(address: string): Promise<Response | undefined> {
  const owner = await keptOwner();
  const name = owner === undefined ? undefined : cacheOf(owner);
  if (name === undefined || !(await caches.has(name))) return undefined;
  return (await caches.open(name)).match(address, { ignoreVary: true });
}

/** A picture of ours: from the network, or where that has none, from what is kept. */
export async function pictureOrKept(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await keptPicture(request.url);
    if (kept) return kept;
    throw error;
  }
}
