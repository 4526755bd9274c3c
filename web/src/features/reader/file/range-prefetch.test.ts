import { beforeEach, expect, test, vi } from "vitest";
import type { ReadableNote } from "@/api/models";
import {
  fetchRange,
  prefetchRanges,
  RANGE_BYTES,
  rangesToPrefetch,
  readRangeBytes,
  takePrefetchedRanges,
} from "./range-prefetch";

const KB = 1024;
const asked: string[] = [];
let answer: (begin: number, end: number) => Response;

const bytesOf = (begin: number, end: number) => Uint8Array.from({ length: end - begin }, (_, at) => (begin + at) % 251);
const part = (begin: number, end: number) => new Response(bytesOf(begin, end), { status: 206 });
const note = (url: string, sizeBytes = 1000 * KB) => ({ url, sizeBytes }) as ReadableNote;

beforeEach(() => {
  asked.length = 0;
  answer = part;
  vi.stubGlobal("fetch", async (url: string, { headers }: { headers: { range: string } }) => {
    asked.push(`${url} ${headers.range}`);
    const [begin, last] = headers.range.replace("bytes=", "").split("-").map(Number) as [number, number];
    return answer(begin, last + 1);
  });
  takePrefetchedRanges("");
});

test("S2.read.5 a range request names the last byte inclusively, and can be cancelled", async () => {
  const sent = vi.fn(async () => new Response());
  vi.stubGlobal("fetch", sent);
  const { signal } = new AbortController();
  await fetchRange("/f", 10, 20, signal);
  await fetchRange("/f", 0, 1);
  expect(sent.mock.calls).toEqual([
    ["/f", { headers: { range: "bytes=10-19" }, signal }],
    ["/f", { headers: { range: "bytes=0-0" } }],
  ]);
});

test.each([
  ["a part", new Response(bytesOf(10, 20), { status: 206 }), [...bytesOf(10, 20)]],
  ["the complete file", new Response(bytesOf(0, 100), { status: 200 }), [...bytesOf(10, 20)]],
  ["a part that is too short", new Response(bytesOf(10, 19), { status: 206 }), undefined],
  ["a part that is too long", new Response(bytesOf(10, 21), { status: 206 }), undefined],
  ["a file that ends before", new Response(bytesOf(0, 15), { status: 200 }), undefined],
])("S2.read.5 the bytes of a range are read from %s", async (_, response, expected) => {
  const bytes = await readRangeBytes(response, 10, 20);
  expect(bytes && [...bytes]).toEqual(expected);
});

test.each([
  [1, [[0, 1]]],
  // The range of the end would start at the second piece, which the range of the beginning already contains.
  [2 * 64 * KB + 96 * KB, [[0, 224 * KB]]],
  [
    3 * 64 * KB + 96 * KB,
    [
      [0, 128 * KB],
      [192 * KB, 288 * KB],
    ],
  ],
  [
    1000 * KB,
    [
      [0, 128 * KB],
      [896 * KB, 1000 * KB],
    ],
  ],
])("S2.read.5 of a file with %s bytes, the beginning and the end are prefetched", (size, spans) => {
  expect(rangesToPrefetch(size)).toEqual(spans);
  for (const [begin] of rangesToPrefetch(size)) expect(begin % RANGE_BYTES).toBe(0);
});

test("S2.read.5 ranges inside the prefetched ones are returned, and all others are missing", async () => {
  prefetchRanges(note("/f"));
  expect(asked).toEqual([`/f bytes=0-${128 * KB - 1}`, `/f bytes=${896 * KB}-${1000 * KB - 1}`]);
  const ahead = takePrefetchedRanges("/f");
  const read = async (begin: number, end: number) => {
    const bytes = await ahead?.part(begin, end);
    return bytes && [bytes.length, bytes[0], bytes.at(-1)];
  };
  const expected = (begin: number, end: number) => [end - begin, begin % 251, (end - 1) % 251];
  expect(await read(0, 64 * KB)).toEqual(expected(0, 64 * KB));
  expect(await read(64 * KB, 128 * KB)).toEqual(expected(64 * KB, 128 * KB));
  expect(await read(960 * KB, 1000 * KB)).toEqual(expected(960 * KB, 1000 * KB));
  expect(await read(64 * KB, 129 * KB)).toBeUndefined();
  expect(await read(832 * KB, 900 * KB)).toBeUndefined();
  expect(await read(960 * KB, 1001 * KB)).toBeUndefined();
  expect(asked).toHaveLength(2);
});

test.each([
  ["is refused", () => new Response(bytesOf(0, 128 * KB), { status: 403 })],
  ["has the wrong length", () => new Response(bytesOf(0, 5), { status: 206 })],
  [
    "fails",
    () => {
      throw new TypeError("fetch failed");
    },
  ],
])("S2.read.5 a request ahead that %s leaves its pieces to pdf.js", async (_, broken) => {
  answer = broken;
  prefetchRanges(note("/f"));
  expect(await takePrefetchedRanges("/f")?.part(0, 64 * KB)).toBeUndefined();
});

test("S2.read.5 a file is prefetched once, and its ranges can be taken at most once", () => {
  prefetchRanges(note("/f", 10));
  prefetchRanges(note("/f", 10));
  expect(asked).toHaveLength(1);
  expect(takePrefetchedRanges("/f")?.url).toBe("/f");
  expect(takePrefetchedRanges("/f")).toBeUndefined();
  prefetchRanges(note("/f", 10));
  prefetchRanges(note("/g", 10));
  expect(asked).toHaveLength(3);
  expect(takePrefetchedRanges("/f")).toBeUndefined();
  expect(takePrefetchedRanges("/g")).toBeUndefined();
});
