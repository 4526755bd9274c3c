// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { BOOTSTRAP_PATH } from "@/data/me/bootstrap-etag";
import { saveNoteUpdatesFetchTime, saveStudyLogWatermark } from "@/data/me/device-markers";
import { userStorage } from "@/lib/browser/storage";

vi.mock("../pages", () => {
  const load = async () => ({});
  return {
    loadLayout: load,
    pageModules: { dashboard: load, myNotes: load, signIn: load },
  };
});

vi.mock("@/core/search/client", () => ({ searchWorker: () => undefined }));

const TAG = '"1.12.9f86d081884c7d65"';
const answer = (status: number, body: string) => ({ status, headers: {}, body });
const asked: { path: string; body: { requests?: { path: string; ifNoneMatch?: string }[] } }[] = [];

/**
 * Opens My Notes with a session that the server renews for `uid` with `responses`. Returns the responses that the page
 * then reads.
 */
async function open(uid: string, responses?: object[]) {
  vi.resetModules();
  vi.stubGlobal("fetch", async (path: string, { body }: { body?: string } = {}) => {
    if (body === undefined) return new Response(null, { status: 404 });
    asked.push({ path, body: JSON.parse(body) });
    return Response.json({ accessToken: "token", me: { uid }, responses });
  });
  const { takePrefetched } = await import("@/lib/loading/prefetched-responses");
  await import("./first-script");
  return async (path: string) => (await takePrefetched(`GET ${path}`, async () => new Response("asked again"))).text();
}

beforeEach(() => {
  asked.length = 0;
  localStorage.clear();
  localStorage.setItem("nn:session", "1");
  history.replaceState(null, "", "/my-notes");
});

test("session and first requests of the page are sent in one call, and each response can be taken", async () => {
  const early = await open("amara", [answer(200, "mine"), answer(200, "updates")]);
  expect(asked).toEqual([
    { path: "/api/auth/refresh", body: { requests: [{ path: BOOTSTRAP_PATH }, { path: "/api/me/note-updates" }] } },
  ]);
  expect([await early(BOOTSTRAP_PATH), await early("/api/me/note-updates")]).toEqual(["mine", "updates"]);
});

test("a request without a response in the batch is sent again, and all are if the batch fails", async () => {
  const early = await open("amara", [answer(200, "mine"), { status: 200, headers: {}, body: null }]);
  expect([await early(BOOTSTRAP_PATH), await early("/api/me/note-updates")]).toEqual(["mine", "asked again"]);
  const before = await open("amara");
  expect([await before(BOOTSTRAP_PATH), await before("/api/me/note-updates")]).toEqual(["asked again", "asked again"]);
});

test("a response that omits cached parts is used only for the user who has them cached on this device", async () => {
  const storage = userStorage("amara");
  for (const [key, value] of Object.entries({ start: TAG, likes: ";;", saved: "[]" })) storage.set(key, value);
  const early = await open("amara", [answer(200, "without notes"), answer(200, "updates")]);
  expect(asked[0]?.body.requests?.[0]).toEqual({ path: BOOTSTRAP_PATH, ifNoneMatch: TAG });
  expect(await early(BOOTSTRAP_PATH)).toBe("without notes");
  const bens = await open("ben", [answer(200, "without notes"), answer(200, "updates")]);
  expect([await bens(BOOTSTRAP_PATH), await bens("/api/me/note-updates")]).toEqual(["asked again", "updates"]);
});

test("a page of a student with a review log on this device also requests new review events", async () => {
  const storage = userStorage("amara");
  for (const [key, value] of Object.entries({ start: TAG, likes: ";;", saved: "[]" })) storage.set(key, value);
  saveStudyLogWatermark("amara", 5000);
  const early = await open("amara", [answer(304, ""), answer(200, "updates"), answer(200, "news")]);
  const paths = asked[0]?.body.requests?.map(({ path }) => path);
  expect(paths).toEqual([BOOTSTRAP_PATH, "/api/me/note-updates", "/api/me/study/log?sinceMs=5000"]);
  expect(await early("/api/me/study/log?sinceMs=5000")).toBe("news");
  const bens = await open("ben", [answer(200, "all"), answer(200, "updates"), answer(200, "news of another")]);
  expect(await bens("/api/me/study/log?sinceMs=5000")).toBe("asked again");
});

test.each([
  ["/", false],
  ["/my-notes", true],
])("at %s recent updates of saved notes are fetched again: %s", async (address, isAsked) => {
  const storage = userStorage("amara");
  for (const [key, value] of Object.entries({ start: TAG, likes: ";;", saved: "[]" })) storage.set(key, value);
  saveNoteUpdatesFetchTime("amara");
  history.replaceState(null, "", address);
  await open("amara", []);
  const paths = asked.flatMap(({ body }) => body.requests ?? []).map(({ path }) => path);
  expect(paths).toContain(BOOTSTRAP_PATH);
  expect(paths.includes("/api/me/note-updates")).toBe(isAsked);
});

test("changes that other tabs send before the app has loaded are stored until then", async () => {
  await open("amara", []);
  const { outboxChannel } = await import("@/offline/outbox/outbox-channel");
  const tab = new BroadcastChannel("note-ninja outbox results");
  const told = new BroadcastChannel("note-ninja outbox results");
  const isTold = new Promise((resolve) => told.addEventListener("message", resolve));
  tab.postMessage({ type: "changed", uid: "amara" });
  await isTold;
  const heard = vi.fn();
  outboxChannel.listen(heard)();
  expect(heard.mock.calls).toEqual([[{ type: "changed", uid: "amara" }]]);
  tab.close();
  told.close();
});
