// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { closePages, signInAs, signOutForTest } from "@/api/testing";
import { installPersister } from "@/offline/cache/query-persister";
import { myLikesQuery } from "../likes/likes";
import { saveStudyLogWatermark } from "../me/device-markers";
import { savedNotesQuery } from "../saved/saved";
import { prefetchUserData } from "./prefetch-user-data";

const LOG = "/api/me/study/log";
const MINUTE_MS = 60_000;

const asked = vi.hoisted(() => [] as string[]);
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/api/client", () => ({
  unwrap: async (call: Promise<unknown>) => call,
  api: {
    GET: async (path: string) => {
      asked.push(path);
      const page = { items: [] };
      if (path === "/api/me/study/log") return page;
      const data = { me: {}, likes: { courses: ["CS246"], notes: [], audio: [] }, positions: page, notes: page };
      return { data, response: new Response() };
    },
  },
}));

const amara = { uid: "amara", name: "Amara" };
let queries: QueryClient;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  queries = new QueryClient();
  asked.length = 0;
  signOutForTest();
  stop = prefetchUserData(queries);
});

afterEach(() => {
  stop();
  closePages();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const isAnswered = () => vi.waitFor(() => expect(queries.isFetching()).toBe(0));

/** Hides the page for this time and shows it again. */
function leaveFor(ms: number): void {
  const visibility = vi.spyOn(document, "visibilityState", "get");
  for (const is of ["hidden", "visible"] as const) {
    visibility.mockReturnValue(is);
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    vi.setSystemTime(Date.now() + ms);
  }
}

it("S7.rd.15 loads likes and My Notes in one request at sign-in, and sends no more when another component reads them", async () => {
  expect(asked).toEqual([]);
  signInAs(amara);
  await isAnswered();
  expect(asked).toEqual(["/api/me/start"]);
  vi.setSystemTime(Date.now() + 20 * MINUTE_MS);
  expect(await queries.fetchQuery(myLikesQuery)).toMatchObject({ courses: ["CS246"] });
  expect(await queries.fetchQuery(savedNotesQuery(amara.uid))).toEqual([]);
  signInAs({ ...amara, name: "Amara Okafor" });
  await isAnswered();
  expect(asked).toEqual(["/api/me/start"]);
});

it("requests them again on return after a long absence, not after a short one", async () => {
  signInAs({ uid: "ben", name: "Ben" });
  await isAnswered();
  leaveFor(MINUTE_MS / 2);
  await isAnswered();
  expect(asked).toEqual(["/api/me/start"]);
  leaveFor(MINUTE_MS);
  await isAnswered();
  expect(asked).toEqual(["/api/me/start", "/api/me/start"]);
});

it("also requests the review log of a student who has studied on this device, and on return in the same batch", async () => {
  installPersister(queries);
  saveStudyLogWatermark("carol", 5000);
  signInAs({ uid: "carol", name: "Carol" });
  await vi.waitFor(() => expect(asked).toEqual(["/api/me/start", "/api/me/study/snapshot", LOG]));
  await isAnswered();
  leaveFor(MINUTE_MS);
  // A later request would be in another batch (`request-batching.ts`).
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect(asked.slice(3)).toEqual(["/api/me/start", LOG]);
});
