import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { StudySession } from "../study/session";
import { TimedRun } from "./timed-run";

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/offline/outbox/queue", () => ({ outbox: { flushBatches: async () => undefined } }));

beforeEach(() => vi.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const MINUTE_MS = 60_000;

/** Renders a session that has a next card for this many minutes. */
function run(minutes: number, gain = { before: 181.4, after: 212.2 }) {
  const endsMs = Date.now() + minutes * MINUTE_MS;
  const card = { id: "c", course: "CS246", chapter: "Sets", title: "First?", content: "Yes", isPersonal: false };
  const counts = { newLeft: 1, learningLeft: 0, reviewsLeft: 0, isNew: true, intervalsMs: [1, 2, 3, 4] };
  const stats = { answerCount: 0, rememberedCount: 0, newCards: 0 };
  const session = {
    mayUndo: false,
    suspended: () => [],
    stats,
    cardCount: 300,
    timedTarget: "exam",
    timedGain: () => gain,
    today: () => ({ ...counts, card: Date.now() < endsMs ? card : undefined }),
    answer: async () => {
      stats.answerCount += 1;
      stats.rememberedCount += 1;
    },
  } as unknown as StudySession;
  const onAgain = vi.fn();
  render(
    <MemoryRouter>
      <TimedRun session={session} codes={["CS246"]} minutes={minutes} onAgain={onAgain} />
    </MemoryRouter>,
  );
  return onAgain;
}

const press = (name: string | RegExp) => act(async () => screen.getByRole("button", { name }).click());
async function answer() {
  await press("Show the answer");
  await press(/^Good/);
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test("S4.timed.2 the card that is open when the time ends can be answered, and no other follows", async () => {
  run(2);
  expect(screen.getByRole("timer").textContent).toBe("2:00 left");
  await answer();
  pass(MINUTE_MS);
  expect(screen.getByRole("timer").textContent).toBe("1:00 left");
  await press("Show the answer");
  pass(2 * MINUTE_MS);
  expect([screen.getByRole("timer").textContent, screen.queryByText("First?") !== null]).toEqual(["Time is up", true]);
  await press(/^Good/);
  expect(screen.queryByText("First?")).toBeNull();
  expect(screen.getByText("31 cards gained")).toBeDefined();
  expect(
    screen.getByText(
      "You gave 2 answers in 3 min and remembered 100%. You can now expect to remember 212 of 300 cards on the day of the exam. Before, it was 181.",
    ),
  ).toBeDefined();
});

test("S4.timed.2 a session can be ended early and begun again", async () => {
  const onAgain = run(20, { before: 181.4, after: 181.4 });
  await answer();
  await press("End session");
  expect(screen.queryByText("First?")).toBeNull();
  expect(screen.getByText("Done for now")).toBeDefined();
  expect(screen.getByText(/You can expect to remember 181 of 300 cards on the day of the exam\.$/)).toBeDefined();
  await press("Another session");
  expect(onAgain).toHaveBeenCalledOnce();
});

test("S4.timed.2 a session without answers says so", async () => {
  run(20);
  await press("End session");
  expect(screen.getByText("No answers this time")).toBeDefined();
});
