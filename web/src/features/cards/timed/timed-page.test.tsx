import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { StudySession } from "../study/session";
import { TimedPage } from "./timed-page";
import { timedSessionQuery } from "./timed-session";

const fakes = vi.hoisted(() => ({ open: vi.fn(), codes: [] as string[] }));
vi.mock("../study/session", () => ({ StudySession: { open: fakes.open } }));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/offline/outbox/queue", () => ({ outbox: { flushBatches: async () => undefined } }));
vi.mock("@/core/course-code", () => ({ canonicalCode: (code: string) => ({ code }) }));
vi.mock("@/data/me/me", () => ({ useFollowedCourses: () => ({ codes: fakes.codes, isKnown: true }) }));
vi.mock("@/data/cards/personal-cards", () => ({
  personalCardCountsQuery: { queryKey: ["own-courses"], queryFn: async () => ({ items: [] }) },
}));
vi.mock("@/parts/review/review-cards", () => ({ readCourseCards: async () => [] }));

/** Returns a session with one more card after each answer. It has a next card only once it was begun. */
function createSession() {
  const stats = { answerCount: 0, rememberedCount: 0, newCards: 0 };
  let isBegun = false;
  const counts = { newLeft: 1, learningLeft: 0, reviewsLeft: 0, isNew: false, intervalsMs: [1, 2, 3, 4] };
  return {
    isEmpty: false,
    mayUndo: false,
    stats,
    cardCount: 300,
    timedTarget: "month",
    planTimed: () => ({ cards: 52, newCards: 0, answers: 60, tookMs: 1_200_000, before: 181, after: 212 }),
    beginTimed: () => {
      isBegun = true;
    },
    timedGain: () => ({ before: 181, after: 212 }),
    suspended: () => [],
    today: () => ({
      ...counts,
      card: isBegun
        ? { id: "c", course: "CS246", chapter: "Sets", title: `Question ${stats.answerCount + 1}`, content: "Yes" }
        : undefined,
    }),
    answer: async () => {
      stats.answerCount += 1;
      stats.rememberedCount += 1;
    },
  } as unknown as StudySession;
}

beforeEach(() => {
  fakes.codes = ["CS246"];
  fakes.open.mockReset().mockImplementation(async () => createSession());
});
afterEach(cleanup);

function show() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = () => (
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <TimedPage />
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender } = render(page());
  return () => act(async () => rerender(page()));
}

const press = async (name: string | RegExp) => {
  const button = await screen.findByRole("button", { name });
  await act(async () => button.click());
};
async function start() {
  await screen.findByRole("button", { name: "Start" });
  await act(async () => void fireEvent.submit(screen.getByRole("form", { name: "Timed session" })));
}
async function answer() {
  await press("Show the answer");
  await press(/^Good/);
}

test.each([
  ["follows another course", ["CS136", "CS246"]],
  ["unfollows the last course", []],
])("S4.timed.2 a running session continues when the student %s on another device", async (_, codes) => {
  const refetched = show();
  await start();
  await answer();
  expect(screen.getByText("Question 2")).toBeDefined();
  fakes.codes = codes;
  await refetched();
  expect(screen.getByText("Question 2")).toBeDefined();
  expect(fakes.open).toHaveBeenCalledOnce();
});

test("S4.timed.2 another session counts only its own answers", async () => {
  show();
  await start();
  await answer();
  await answer();
  await press("End session");
  expect(screen.getByText(/You gave 2 answers/)).toBeDefined();
  await press("Another session");
  await start();
  await answer();
  await press("End session");
  expect(screen.getByText(/You gave 1 answer /)).toBeDefined();
  expect(fakes.open).toHaveBeenCalledTimes(2);
});

test("S4.timed.2 each round on the page has its own session in the query cache", () => {
  const queries = new QueryClient();
  const [first, second] = [0, 1].map((round) => timedSessionQuery(queries, ["CS246"], round).queryKey);
  expect(first).not.toEqual(second);
});
