import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { StudySession } from "./session";
import { Sitting } from "./sitting";

const releaseStudy = vi.fn(async () => undefined);

vi.mock("@/api/session", () => import("@/api/testing"));
vi.mock("@/api/outbox/queue", () => ({ outbox: { releaseStudy: () => releaseStudy() } }));

afterEach(cleanup);

test("S4.out.1 the last answer is on the disk before a sitting is called done and is sent", async () => {
  let isAnswered = false;
  let write: () => void = () => undefined;
  const card = { id: "c", course: "CS246", chapter: "Sets", title: "First?", content: "Yes", isOwn: false };
  const counts = { newLeft: 1, learningLeft: 0, reviewsLeft: 0, isNew: true, intervalsMs: [1, 2, 3, 4] };
  const session = {
    mayUndo: false,
    suspended: () => [],
    learnt: { answers: 1, remembered: 1, newCards: 0 },
    today: () => ({ ...counts, card: isAnswered ? undefined : card }),
    answer: () => {
      isAnswered = true;
      return new Promise<void>((resolve) => {
        write = resolve;
      });
    },
  } as unknown as StudySession;
  render(
    <MemoryRouter>
      <Sitting session={session} asked={{ courses: ["CS246"] }} />
    </MemoryRouter>,
  );
  act(() => screen.getByRole("button", { name: "Show the answer" }).click());
  act(() => screen.getByRole("button", { name: /^Good/ }).click());
  expect(screen.getByText("Keeping your answers...")).not.toBeNull();
  expect([screen.queryByText(/You gave 1 answer/), releaseStudy.mock.calls.length]).toEqual([null, 0]);
  await act(async () => write());
  expect(screen.getByText(/You gave 1 answer/)).not.toBeNull();
  expect(releaseStudy).toHaveBeenCalledTimes(1);
});
