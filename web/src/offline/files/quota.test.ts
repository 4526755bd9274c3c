import { expect, test, vi } from "vitest";
import { checkQuota } from "./quota";

const MB = 1024 * 1024;

test.each([
  [{ quota: 100 * MB, usage: 10 * MB }, 58 * MB, { fits: true, freeBytes: 58 * MB }],
  [{ quota: 100 * MB, usage: 10 * MB }, 58 * MB + 1, { fits: false, freeBytes: 58 * MB }],
  [{ quota: 20 * MB }, 1, { fits: false, freeBytes: 0 }],
  [{}, 1000 * MB, { fits: true, freeBytes: undefined }],
])("S4.offline.9 with the storage estimate %o, for %d bytes returns: %o", async (estimate, bytes, room) => {
  vi.stubGlobal("navigator", { storage: { estimate: async () => estimate } });
  expect(await checkQuota(bytes)).toEqual(room);
});

test("S4.offline.9 assumes enough storage if the browser gives no estimate", async () => {
  vi.stubGlobal("navigator", {});
  expect(await checkQuota(1000 * MB)).toEqual({ fits: true, freeBytes: undefined });
  vi.stubGlobal("navigator", { storage: { estimate: () => Promise.reject(new Error("not allowed")) } });
  expect(await checkQuota(1000 * MB)).toEqual({ fits: true, freeBytes: undefined });
});
