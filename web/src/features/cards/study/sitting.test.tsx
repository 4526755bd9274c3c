import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { StudySession } from "./session";
import { Sitting } from "./sitting";

const releaseStudy = vi.fn(async () => undefined);
const toast = vi.fn();

vi.mock("@/api/session", () => import("@/api/testing"));
vi.mock("@/api/outbox/queue", () => ({ outbox: { releaseStudy: () => releaseStudy() } }));
vi.mock("@/ui/toast", () => ({ toast: (...said: unknown[]) => toast(...said) }));

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

/** A sitting with one card, whose answer is written or refused by the test. */
function sitting() {
  let isAnswered = false;
  const disk = { write: () => {}, refuse: (_: Error) => {} };
  const answer = vi.fn(async () => {
    await new Promise<void>((resolve, reject) => Object.assign(disk, { write: resolve, refuse: reject }));
    isAnswered = true;
  });
  const card = { id: "c", course: "CS246", chapter: "Sets", title: "First?", content: "Yes", isOwn: false };
  const counts = { newLeft: 1, learningLeft: 0, reviewsLeft: 0, isNew: true, intervalsMs: [1, 2, 3, 4] };
  const session = {
    mayUndo: false,
    suspended: () => [],
    learnt: { answers: 1, remembered: 1, newCards: 0 },
    today: () => ({ ...counts, card: isAnswered ? undefined : card }),
    answer,
  } as unknown as StudySession;
  render(
    <MemoryRouter>
      <Sitting session={session} asked={{ courses: ["CS246"] }} />
    </MemoryRouter>,
  );
  act(() => screen.getByRole("button", { name: "Show the answer" }).click());
  return { answer, disk, good: () => act(() => screen.getByRole("button", { name: /^Good/ }).click()) };
}

test("S4.out.1 an answer is on the disk before the sitting goes on, is called done and is sent", async () => {
  const { answer, disk, good } = sitting();
  good();
  good();
  expect(answer).toHaveBeenCalledTimes(1);
  expect(screen.getByText("First?")).not.toBeNull();
  expect([screen.queryByText(/You gave 1 answer/), releaseStudy.mock.calls.length]).toEqual([null, 0]);
  await act(async () => disk.write());
  expect(screen.queryByText("First?")).toBeNull();
  expect(screen.getByText(/You gave 1 answer/)).not.toBeNull();
  expect(releaseStudy).toHaveBeenCalledTimes(1);
});

test("S4.out.1 an answer that the device cannot keep is said, and its card can be answered again", async () => {
  const { answer, disk, good } = sitting();
  good();
  await act(async () => disk.refuse(new Error("No room.")));
  expect(toast).toHaveBeenCalledTimes(1);
  expect(screen.getByText("First?")).not.toBeNull();
  good();
  expect(answer).toHaveBeenCalledTimes(2);
  await act(async () => disk.write());
  expect(screen.getByText(/You gave 1 answer/)).not.toBeNull();
});
