import { beforeEach, expect, test, vi } from "vitest";
import { fetchSignedAudioUrls } from "./playback";

const HOUR_MS = 3_600_000;
const NOW_MS = Date.parse("2026-11-03T10:00:00Z");

const server = vi.hoisted(() => ({ headers: {} as Record<string, string>, asked: [] as string[][] }));
/** Ids of the offline files, and whether the server is unreachable. */
const device = vi.hoisted(() => ({ kept: [] as string[], keptSha256: "", isServerSilent: false }));

vi.mock("@/session/session", () => ({ session: { state: () => ({ me: { uid: "amara" } }) } }));
vi.mock("@/offline/files/has-offline-files", () => ({ hasOfflineFiles: () => device.kept.length > 0 }));
vi.mock("@/offline/files/offline-lookup", () => ({
  offlineAudioUrls: async (_uid: string, ids: string[]) =>
    device.kept
      .filter((id) => ids.includes(id))
      .map((id) => ({ id, sha256: device.keptSha256, url: `/kept/${id}`, expiresAt: "" })),
}));
vi.mock("@/api/client", () => ({
  unwrap: async (call: Promise<{ data: unknown }>) => (await call).data,
  api: {
    POST: (_path: string, { body }: { body: { ids: string[] } }) => {
      server.asked.push(body.ids);
      if (device.isServerSilent) return new Promise(() => undefined);
      const expiresAt = new Date(NOW_MS + HOUR_MS).toISOString();
      const rendition = (id: string) => ({ url: `/small/${id}`, sha256: "small" });
      const file = { sha256: "original", expiresAt, loudnessLufs: -14 };
      const items = body.ids.map((id) => ({ id, url: `/files/${id}`, ...file, rendition: rendition(id) }));
      return Promise.resolve({
        data: { items, missing: [] },
        response: new Response(null, { headers: server.headers }),
      });
    },
  },
}));

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS });
  server.asked = [];
  server.headers = { date: new Date(NOW_MS).toUTCString() };
  Object.assign(device, { kept: [], keptSha256: "small", isServerSilent: false });
});

const livesForMs = async () => {
  const { items } = await fetchSignedAudioUrls(["a"]);
  return Date.parse(items[0]?.expiresAt ?? "") - Date.now();
};

test.each([
  ["right", 0],
  ["ahead", 3],
  ["behind", -3],
])("a URL expires at the server's time, with a device clock that is %s", async (_, hours) => {
  vi.setSystemTime(NOW_MS + hours * HOUR_MS);
  expect(await livesForMs()).toBe(HOUR_MS);
});

test("uses the device clock for a response without a date", async () => {
  server.headers = {};
  vi.setSystemTime(NOW_MS + HOUR_MS / 2);
  expect(await livesForMs()).toBe(HOUR_MS / 2);
});

test("requests the URLs of the next tracks in the same call, but a slow server does not delay a track stored on this device", async () => {
  Object.assign(device, { kept: ["a"], isServerSilent: true });
  const answer = fetchSignedAudioUrls(["a"], ["b", "c"]);
  await vi.advanceTimersByTimeAsync(2000);
  expect((await answer).items.map(({ url }) => url)).toEqual(["/kept/a"]);
  expect(server.asked).toEqual([["a", "b", "c"]]);
});

test.each([
  ["the rendition", "small", { url: "/files/a", rendition: { url: "/kept/a", sha256: "small" } }],
  ["the original", "original", { url: "/kept/a" }],
  ["a replaced file", "old", { url: "/files/a", rendition: { url: "/small/a", sha256: "small" } }],
])("a stored copy of %s replaces only its own URL", async (_what, keptSha256, urls) => {
  Object.assign(device, { kept: ["a"], keptSha256 });
  const { items } = await fetchSignedAudioUrls(["a"]);
  expect(items).toEqual([{ id: "a", sha256: "original", loudnessLufs: -14, expiresAt: expect.any(String), ...urls }]);
});
