import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import type { Exam } from "@/api/models";
import { unreachableProblem } from "@/api/problem";
import { epochDayOf } from "@/lib/time/days";
import { examPlanQuery, toCoreExam } from "./plan";
import { studyDay, zoneMinutes } from "./study-day";

vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => ({ session: { state: () => ({ me: { uid: "u1" } }) } }));
const fakes = vi.hoisted(() => ({ plan: vi.fn(), free: vi.fn(), cached: vi.fn(), cards: vi.fn() }));
vi.mock("@/parts/review/load-scheduler", () => ({
  loadScheduler: async () => ({ core: { examPlan: fakes.plan, free: fakes.free } }),
  cacheCourseCardIds: fakes.cached,
}));
vi.mock("@/parts/review/review-cards", () => ({ readCourseCards: fakes.cards }));
const places = vi.hoisted(() => ({ notes: new Map<string, unknown>(), audio: new Map<string, unknown>() }));
vi.mock("@/data/positions/cached-positions", () => {
  const query = (name: string) => ({ queryKey: [name], queryFn: async () => [name] });
  return {
    notePositionsQuery: query("notes"),
    audioPositionsQuery: query("audio"),
    mergeNotePositions: (uid: string, [name]: string[]) =>
      uid === "u1" && name === "notes" ? places.notes : undefined,
    mergeAudioPositions: (uid: string, [name]: string[]) =>
      uid === "u1" && name === "audio" ? places.audio : undefined,
  };
});

const NOW_MS = Date.UTC(2026, 10, 14, 15);
const YESTERDAY_MS = NOW_MS - 24 * 3_600_000;
const exam = { course: "CS246", date: "2026-12-01", retentionPercent: 90 } as Exam;
const note = (id: string, chapter: number, pages = 10) => ({ id, chapter, pages });
const path = "GET /api/courses/CS246";
let queries: QueryClient;
let notePages: Record<string, object>;
let audio: object[];

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS });
  for (const fake of Object.values(fakes)) fake.mockReset();
  fakes.cards.mockResolvedValue([{ id: "c1" }, { id: "c2" }]);
  fakes.plan.mockReturnValue({ days: [], newDone: 0, reviewsDone: 0 });
  places.notes = new Map();
  places.audio = new Map();
  notePages = { [`${path}/notes`]: { notes: { items: [] } } };
  audio = [];
  server.reset();
  server.answer = (request) => (request === `${path}/audio` ? { items: audio } : notePages[request]);
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});

const plan = () => queries.fetchQuery({ ...examPlanQuery(queries, exam), staleTime: 0 });
/** Sizes and done flags of notes and recordings that the core received. */
const given = () => fakes.plan.mock.lastCall?.slice(3, 5).map((numbers) => [...numbers]);

test("an exam is passed to the core by day and target", () => {
  expect(toCoreExam(exam)).toEqual({ day: epochDayOf("2026-12-01"), retentionPercent: 90 });
});

test("S2.exam.3 the plan is computed from cards, notes and recordings, and lists notes and recordings by day", async () => {
  notePages[`${path}/notes`] = { notes: { items: [note("n3", 2), note("n2", 1), note("n1", 1)] } };
  audio = [{ id: "a1", durationSecs: 300 }, { id: "a2" }];
  fakes.plan.mockReturnValue({
    days: [{ day: 1, notes: [2, 9], recordings: [1, 9], secs: 5 }],
    newDone: 0,
    reviewsDone: 0,
  });
  const { days, hasBegun } = await plan();
  expect(days).toEqual([{ day: 1, notes: [note("n3", 2)], recordings: [{ id: "a2" }], secs: 5 }]);
  expect(hasBegun).toBe(false);
  expect(fakes.plan.mock.lastCall).toEqual([
    epochDayOf("2026-12-01"),
    90,
    "c1 c2",
    Uint32Array.from([10, 0, 10, 0, 10, 0]),
    Uint32Array.from([300, 0, 600, 0]),
    NOW_MS,
    zoneMinutes(),
  ]);
  expect(fakes.cached.mock.calls[0]?.[2]).toEqual({ CS246: "c1 c2" });
  expect(fakes.free).toHaveBeenCalledOnce();
});

test("notes are planned by chapter, oldest first, from all pages of the list", async () => {
  notePages = {
    [`${path}/notes`]: { notes: { items: [note("n5", 1), note("n4", 2)], nextCursor: "c1" } },
    [`${path}/notes?cursor=c1`]: { notes: { items: [note("n3", 1)], nextCursor: "c2" } },
    [`${path}/notes?cursor=c2`]: { notes: { items: [note("n2", 2)] } },
  };
  fakes.plan.mockReturnValue({ days: [{ notes: [0, 1, 2, 3], recordings: [] }], newDone: 0, reviewsDone: 0 });
  const { days } = await plan();
  expect(days[0]?.notes.map(({ id }) => id)).toEqual(["n3", "n5", "n2", "n4"]);
});

test("only the rest of a note or recording is planned, at least one page or second", async () => {
  notePages[`${path}/notes`] = { notes: { items: [note("n2", 1), note("n1", 1)] } };
  audio = [
    { id: "a1", durationSecs: 300 },
    { id: "a2", durationSecs: 10 },
  ];
  places.notes.set("n1", { page: 4, isFinished: false, counter: YESTERDAY_MS });
  places.notes.set("n2", { page: 12, isFinished: false, counter: YESTERDAY_MS });
  places.audio.set("a1", { positionMs: 99_600, isFinished: false, counter: NOW_MS });
  places.audio.set("a2", { positionMs: 10_000, isFinished: false, counter: NOW_MS });
  await plan();
  expect(given()).toEqual([
    [7, 0, 1, 0],
    [200, 0, 1, 0],
  ]);
});

test("items finished today count as done with their full size, and items finished before are left out", async () => {
  notePages[`${path}/notes`] = { notes: { items: [note("n2", 1), note("n1", 1)] } };
  audio = [
    { id: "a1", durationSecs: 300 },
    { id: "a2", durationSecs: 200 },
  ];
  places.notes.set("n1", { page: 10, isFinished: true, counter: NOW_MS });
  places.notes.set("n2", { page: 10, isFinished: true, counter: YESTERDAY_MS });
  places.audio.set("a1", { positionMs: 300_000, isFinished: true, counter: YESTERDAY_MS });
  places.audio.set("a2", { positionMs: 200_000, isFinished: true, counter: NOW_MS });
  const { hasBegun } = await plan();
  expect(given()).toEqual([
    [10, 1],
    [200, 1],
  ]);
  expect(hasBegun).toBe(true);
});

test.each([
  [0, 0, false],
  [1, 0, true],
  [0, 1, true],
])("a plan with %d new cards and %d reviews done today has begun: %s", async (newDone, reviewsDone, expected) => {
  fakes.plan.mockReturnValue({ days: [], newDone, reviewsDone });
  expect((await plan()).hasBegun).toBe(expected);
});

test("S2.exam.5 offline, the plan uses the lists that were read before, and fails without them", async () => {
  notePages[`${path}/notes`] = { notes: { items: [note("n1", 1)], nextCursor: "c1" } };
  notePages[`${path}/notes?cursor=c1`] = { notes: { items: [note("n0", 1)] } };
  await plan();
  vi.setSystemTime(NOW_MS + 3_600_000);
  server.reject();
  await plan();
  expect(given()?.[0]).toEqual([10, 0, 10, 0]);
  queries.clear();
  await expect(plan()).rejects.toEqual(unreachableProblem());
});

test("plans of other dates and targets are cached separately", () => {
  const keys = [
    exam,
    { ...exam, date: "2026-12-02" },
    { ...exam, retentionPercent: 80 },
    { ...exam, course: "CS136" },
  ].map((each) => JSON.stringify(examPlanQuery(queries, each).queryKey));
  expect(new Set(keys).size).toBe(4);
});

test("a study day begins at 4:00 local time", () => {
  const zone = zoneMinutes(NOW_MS) * 60_000;
  const day = Math.floor((NOW_MS + zone) / 86_400_000);
  const atHour = (hour: number) => day * 86_400_000 - zone + hour * 3_600_000;
  expect([studyDay(atHour(4) - 1), studyDay(atHour(4))]).toEqual([day - 1, day]);
});
