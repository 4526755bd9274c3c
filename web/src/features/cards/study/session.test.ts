import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { STUDY_HOLD_MS, STUDY_TOOK_MAX_MS } from "@/core/limits";
import type { ReviewCard } from "@/parts/review/review-cards";
import { StudySession } from "./session";

/** Fake core that records its input. */
const core = vi.hoisted(() => ({
  pullForward: vi.fn(),
  setDeck: vi.fn(),
  configure: vi.fn(),
  today: vi.fn(),
  suspended: vi.fn(),
  add: vi.fn(),
  timedPlan: vi.fn(),
  beginTimed: vi.fn(),
}));
const opened = vi.hoisted(() => ({ memory: undefined as object | undefined }));
const fakes = vi.hoisted(() => ({ cards: vi.fn(), exams: vi.fn(), cached: vi.fn(), enqueue: vi.fn() }));
vi.mock("@/parts/review/load-scheduler", () => ({
  loadScheduler: async () => ({ core, ...opened }),
  cacheCourseCardIds: fakes.cached,
}));
vi.mock("@/parts/review/review-cards", () => ({ readCourseCards: fakes.cards }));
vi.mock("@/data/exams/exams", () => ({ readExams: fakes.exams }));
vi.mock("@/offline/outbox/queue", () => ({ enqueueChange: fakes.enqueue }));
vi.mock("@/parts/exams/plan", () => ({
  toCoreExam: ({ date, retentionPercent }: { date: string; retentionPercent: number }) => ({
    day: Number(date),
    retentionPercent,
  }),
}));
vi.mock("@/parts/exams/study-day", () => ({ zoneMinutes: () => 60, studyDay: () => 19_990 }));

const queries = new QueryClient();
const card = (id: string, course = "CS246") => ({ id, course }) as ReviewCard;
const exam = (course: string) => ({ course, date: "20000", retentionPercent: 90 });
const NOW_MS = 1_800_000_000_000;

beforeEach(() => {
  for (const each of [...Object.values(core), ...Object.values(fakes)]) each.mockReset();
  vi.useFakeTimers({ now: NOW_MS });
  fakes.cards.mockImplementation(async (_: unknown, course: string) => [
    card(`${course}-1`, course),
    card(`${course}-2`, course),
  ]);
  opened.memory = undefined;
  fakes.exams.mockResolvedValue([]);
  fakes.enqueue.mockResolvedValue({ status: "sent" });
});

const open = () => StudySession.open(queries, { courses: ["CS246"] });
const sent = () => fakes.enqueue.mock.calls.map(([{ events }]) => events[0]);

test("S2.study.1 a session has the cards of all its courses, and their exams change the schedule", async () => {
  fakes.exams.mockResolvedValue([exam("CS136"), exam("CS999")]);
  await StudySession.open(queries, { courses: ["CS246", "CS136"] });
  expect(fakes.cards.mock.calls.map(([, course, chapter]) => [course, chapter])).toEqual([
    ["CS246", undefined],
    ["CS136", undefined],
  ]);
  const decks = { CS246: "CS246-1 CS246-2", CS136: "CS136-1 CS136-2" };
  expect(fakes.cached.mock.calls[0]?.[2]).toEqual(decks);
  expect(core.pullForward.mock.calls).toEqual([[20_000, 90, decks.CS136, NOW_MS, 60]]);
  expect(core.setDeck.mock.calls).toEqual([["CS246-1 CS246-2 CS136-1 CS136-2"]]);
});

test("a session of one chapter does not count as all cards of its course, and ignores its exam", async () => {
  fakes.exams.mockResolvedValue([exam("CS246")]);
  await StudySession.open(queries, { courses: ["CS246"], chapter: "k1" });
  expect(fakes.cards.mock.calls[0]?.slice(1)).toEqual(["CS246", "k1"]);
  expect(fakes.cached.mock.calls[0]?.[2]).toEqual({});
  expect(core.pullForward).not.toHaveBeenCalled();
  expect(core.setDeck).toHaveBeenCalledWith("CS246-1 CS246-2");
});

test("S4.timed.1 a session with a time budget prepares each card for the exam of its course, if it is still ahead", async () => {
  const past = { ...exam("CS240"), date: "19989" };
  fakes.exams.mockResolvedValue([exam("CS136"), past]);
  const session = await StudySession.open(queries, { courses: ["CS246", "CS136", "CS240"] });
  session.planTimed(40);
  session.beginTimed(20);
  const days = Int32Array.of(0, 0, 20_000, 20_000, 0, 0);
  expect(core.timedPlan.mock.calls).toEqual([[2_400_000, days, NOW_MS, 60]]);
  expect(core.beginTimed.mock.calls).toEqual([[1_200_000, days, NOW_MS, 60]]);
  expect(session.timedTarget).toBe("mixed");
  expect((await StudySession.open(queries, { courses: ["CS136"] })).timedTarget).toBe("exam");
  expect((await StudySession.open(queries, { courses: ["CS246"] })).timedTarget).toBe("month");
});

test("a session opens without exams if they are unknown, and not without cards", async () => {
  fakes.exams.mockRejectedValue(new Error("offline"));
  expect((await open()).isEmpty).toBe(false);
  fakes.cards.mockResolvedValue([]);
  expect((await open()).isEmpty).toBe(true);
  fakes.cards.mockRejectedValue(new Error("offline"));
  await expect(open()).rejects.toThrow("offline");
});

test("today's counts name the next card, or none", async () => {
  const session = await open();
  core.today.mockReturnValueOnce({ due: 2, next: 1 }).mockReturnValueOnce({ due: 0 });
  expect(session.today()).toEqual({ due: 2, next: 1, card: card("CS246-2") });
  expect(session.today()).toEqual({ due: 0, card: undefined });
  expect(core.today.mock.calls[0]).toEqual([NOW_MS, 60]);
  session.setSettings({ newADay: 3 } as never);
  expect(core.configure.mock.calls).toEqual([[{ newADay: 3 }]]);
  core.suspended.mockReturnValue(new Uint32Array([1, 7]));
  expect(session.suspended()).toEqual([card("CS246-2")]);
});

test.each([
  ["its memory model", { fittedMs: 1, parameters: [1] }],
  ["the standard model", undefined],
])("S2.study.6 a running session keeps %s when new settings contain another one", async (_, memory) => {
  opened.memory = memory;
  const session = await open();
  session.setSettings({ newADay: 3, memory: { fittedMs: 2, parameters: [2] } } as never);
  expect(core.configure.mock.calls).toEqual([[{ newADay: 3, ...(memory && { memory }) }]]);
});

test("S2.study.1 an answer is stored on the device before it changes the schedule, and is held for two minutes", async () => {
  const session = await open();
  fakes.enqueue.mockImplementation(async () => expect(core.add).not.toHaveBeenCalled());
  await session.answer(card("CS246-1"), "good", true, 1234.6);
  const [[change]] = fakes.enqueue.mock.calls as [[{ device: number }]];
  const event = { sequence: 1, cardId: "CS246-1", whenMs: NOW_MS, zoneMinutes: 60, action: "good", tookMs: 1235 };
  expect(change).toEqual({
    kind: "study",
    device: expect.any(Number),
    events: [event],
    batchUntilMs: NOW_MS + STUDY_HOLD_MS,
  });
  expect(Number.isSafeInteger(change.device)).toBe(true);
  expect(core.add.mock.calls).toEqual([[change.device, [event]]]);
});

test("each session has its own device number of 53 bits", async () => {
  const devices: number[] = [];
  vi.spyOn(crypto, "getRandomValues").mockImplementation((into) => {
    const numbers = into as unknown as Uint32Array;
    expect(numbers).toHaveLength(2);
    numbers.fill(0xffff_ffff);
    return into;
  });
  const session = await open();
  fakes.enqueue.mockImplementation(async ({ device }: { device: number }) => void devices.push(device));
  await session.answer(card("CS246-1"), "good", false, 1);
  expect(devices).toEqual([Number.MAX_SAFE_INTEGER]);
});

test.each([
  [-5, 0],
  [STUDY_TOOK_MAX_MS + 1, STUDY_TOOK_MAX_MS],
])("an answer that took %d ms is stored as %d ms", async (took, tookMs) => {
  await (await open()).answer(card("CS246-1"), "hard", false, took);
  expect(sent()[0].tookMs).toBe(tookMs);
});

test("S2.study.2 the statistics count answers, remembered and new cards, and undoing takes them back", async () => {
  const session = await open();
  expect(session.mayUndo).toBe(false);
  await session.answer(card("CS246-1"), "good", true, 1);
  await session.answer(card("CS246-2"), "again", false, 1);
  await session.answer(card("CS246-1"), "easy", false, 1);
  expect(session.stats).toEqual({ answerCount: 3, rememberedCount: 2, newCards: 1 });
  expect(session.mayUndo).toBe(true);
  await session.undo();
  expect(session.stats).toEqual({ answerCount: 2, rememberedCount: 1, newCards: 1 });
  await session.undo();
  await session.undo();
  expect(session.stats).toEqual({ answerCount: 0, rememberedCount: 0, newCards: 0 });
  expect(session.mayUndo).toBe(false);
  await session.undo();
  const device: number = fakes.enqueue.mock.calls[0]?.[0].device;
  expect(sent().slice(3)).toMatchObject(
    [3, 2, 1].map((sequence, index) => ({ sequence: 4 + index, action: "undo", undone: { device, sequence } })),
  );
  expect(sent()[3].cardId).toBe("CS246-1");
});

test("S2.study.2 cards are set aside and brought back without counting as answers", async () => {
  const session = await open();
  await session.suspendOrBury(card("CS246-1"), "suspend");
  await session.unsuspend(card("CS246-1"));
  expect(sent().map(({ action, tookMs }) => [action, tookMs])).toEqual([
    ["suspend", undefined],
    ["unsuspend", undefined],
  ]);
  expect(session.stats.answerCount).toBe(0);
  expect(session.mayUndo).toBe(true);
});

test("an answer that cannot be stored changes nothing", async () => {
  const session = await open();
  fakes.enqueue.mockRejectedValue(new Error("full"));
  await expect(session.answer(card("CS246-1"), "good", true, 1)).rejects.toThrow("full");
  expect(core.add).not.toHaveBeenCalled();
  expect(session.stats.answerCount).toBe(0);
  expect(session.mayUndo).toBe(false);
});
