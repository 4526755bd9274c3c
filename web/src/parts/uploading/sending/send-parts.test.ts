import { describe, expect, it, vi } from "vitest";
import { StorageRejectedError, UploadError } from "./errors";
import { PART_ATTEMPTS, PARTS_AT_ONCE, type PartsTransport, sendParts } from "./send-parts";

const PART_SIZE = 10;
const job = (parts: number, uploaded: number[] = []) => ({
  file: new Blob(["x".repeat(PART_SIZE * parts - 3)]),
  multipart: {
    partSizeBytes: PART_SIZE,
    parts,
    uploadedParts: uploaded.map((number) => ({ number, etag: `kept ${number}` })),
  },
  partSha256s: Array.from({ length: parts }, (_, index) => `hash ${index + 1}`),
});

/** Fake transport. `put` decides the result of each request by the part number and the attempt number, both from 1. */
function transport(put: (number: number, attempt: number) => Promise<string | null>) {
  const attempts = new Map<number, number>();
  const sizes = new Map<number, number>();
  const waits: number[] = [];
  const made: PartsTransport = {
    sign: vi.fn(async ({ number, sha256 }) => ({ url: `${number}`, headers: { sha256 } })),
    async putFile({ url }, body, _signal, onSent) {
      const number = Number(url);
      const attempt = (attempts.get(number) ?? 0) + 1;
      attempts.set(number, attempt);
      sizes.set(number, body.size);
      onSent(body.size / 2);
      return put(number, attempt);
    },
    delay: async (ms) => {
      waits.push(ms);
    },
  };
  return { made, attempts, sizes, waits };
}

const never = new AbortController().signal;
const sorted = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b);

describe("upload in parts", () => {
  it("sends every part with its own hash and lists them in order", async () => {
    const { made, sizes } = transport(async (number) => `etag ${number}`);
    const sent: number[] = [];
    const parts = await sendParts(job(4), made, never, (bytes) => sent.push(bytes));
    expect(parts.map(({ number, etag }) => `${number} ${etag}`)).toEqual([
      "1 etag 1",
      "2 etag 2",
      "3 etag 3",
      "4 etag 4",
    ]);
    expect(vi.mocked(made.sign).mock.calls.map(([part]) => part.sha256)).toEqual([
      "hash 1",
      "hash 2",
      "hash 3",
      "hash 4",
    ]);
    expect([...sizes.values()]).toEqual([10, 10, 10, 7]);
    expect(sent.at(0)).toBe(0);
    expect(sent.at(-1)).toBe(37);
  });

  it("a retry sends only missing parts", async () => {
    const { made, attempts } = transport(async (number) => `etag ${number}`);
    const sent: number[] = [];
    const parts = await sendParts(job(4, [1, 3]), made, never, (bytes) => sent.push(bytes));
    expect(sorted(attempts.keys())).toEqual([2, 4]);
    expect(parts.map(({ etag }) => etag)).toEqual(["kept 1", "etag 2", "kept 3", "etag 4"]);
    expect(sent[0]).toBe(20);
  });

  it("S4.up.7 does not send a part again that arrived although the response was lost", async () => {
    const { made, attempts } = transport(async (number) => `etag ${number}`);
    const sign = made.sign;
    made.sign = async (part, signal) => (part.number === 2 ? { etag: "there" } : sign(part, signal));
    const parts = await sendParts(job(3), made, never, () => undefined);
    expect(sorted(attempts.keys())).toEqual([1, 3]);
    expect(parts.map(({ etag }) => etag)).toEqual(["etag 1", "there", "etag 3"]);
  });

  it("retries a part automatically with increasing delays and a new URL", async () => {
    const { made, attempts, waits } = transport(async (number, attempt) => {
      if (number === 2 && attempt < 4) throw attempt === 1 ? new UploadError("broken") : new StorageRejectedError(403);
      return `etag ${number}`;
    });
    await sendParts(job(3), made, never, () => undefined);
    expect([...attempts].sort()).toEqual([
      [1, 1],
      [2, 4],
      [3, 1],
    ]);
    expect(waits).toEqual([500, 1000, 2000]);
    expect(made.sign).toHaveBeenCalledTimes(6);
  });

  it("fails after several attempts, and at once if a retry cannot help", async () => {
    const offline = transport(async () => Promise.reject(new UploadError("The connection broke.")));
    await expect(sendParts(job(1), offline.made, never, () => undefined)).rejects.toThrow("The connection broke.");
    expect(offline.attempts.get(1)).toBe(PART_ATTEMPTS);
    const refused = transport(async () => Promise.reject(new StorageRejectedError(400)));
    await expect(sendParts(job(1), refused.made, never, () => undefined)).rejects.toThrow("(400)");
    expect(refused.attempts.get(1)).toBe(1);
  });

  it("after a part has failed, parts in progress finish and no other starts", async () => {
    const arrived: number[] = [];
    const { made } = transport(async (number) => {
      if (number === 2) throw new StorageRejectedError(400);
      await new Promise((resolve) => setTimeout(resolve));
      arrived.push(number);
      return `etag ${number}`;
    });
    await expect(sendParts(job(9), made, never, () => undefined)).rejects.toThrow("(400)");
    expect(arrived).toEqual([1, 3]);
  });

  it("sends three parts at a time", async () => {
    let now = 0;
    let most = 0;
    const { made } = transport(async (number) => {
      now += 1;
      most = Math.max(most, now);
      await Promise.resolve();
      await Promise.resolve();
      now -= 1;
      return `etag ${number}`;
    });
    await sendParts(job(8), made, never, () => undefined);
    expect(most).toBe(PARTS_AT_ONCE);
  });

  it("stops when it is aborted", async () => {
    const stop = new AbortController();
    const { made, attempts } = transport(async () => {
      stop.abort(new Error("cancelled"));
      throw new UploadError("broken");
    });
    await expect(sendParts(job(9), made, stop.signal, () => undefined)).rejects.toThrow();
    expect(attempts.size).toBeLessThanOrEqual(PARTS_AT_ONCE);
  });

  it("counts the bytes of parts that are under way, and not those of a failed attempt", async () => {
    const { made } = transport(async (number, attempt) => {
      if (attempt === 1) throw new UploadError("broken");
      return `etag ${number}`;
    });
    const sent: number[] = [];
    await sendParts(job(1), made, never, (bytes) => sent.push(bytes));
    await sendParts(job(2, [1]), made, never, (bytes) => sent.push(bytes));
    expect(sent).toEqual([0, 3.5, 3.5, 7, 10, 13.5, 13.5, 17]);
  });
});
