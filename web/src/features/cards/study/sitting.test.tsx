import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import type { StudySession } from "./session";
import { Sitting } from "./sitting";

const card = { id: "c1", course: "CS246", chapter: "One", title: "Question?", content: "Answer", isOwn: true };

/** A sitting of one card, whose answer is on the disk when the test says so. */
function oneCard() {
  let keep = () => {};
  const kept = new Promise<void>((resolve) => {
    keep = resolve;
  });
  let answers = 0;
  const answer = vi.fn(() => {
    answers += 1;
    return kept;
  });
  const session = {
    today: () => ({
      card: answers === 0 ? card : undefined,
      intervalsMs: [1, 2, 3, 4],
      isNew: true,
      newLeft: 1 - answers,
      learningLeft: 0,
      reviewsLeft: 0,
    }),
    answer,
    mayUndo: false,
    get learnt() {
      return { answers, remembered: answers, newCards: answers };
    },
  };
  return { session: session as unknown as StudySession, keep: () => keep() };
}

test("S4.out.1 a sitting says that it is over once its last answer cannot be lost any more", async () => {
  const { session, keep } = oneCard();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Sitting session={session} asked={{ courses: ["CS246"] }} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Show the answer" }));
  fireEvent.click(screen.getByRole("button", { name: /^Good/ }));
  expect(await screen.findByText("Keeping your answers...")).toBeTruthy();
  expect(screen.queryByText(/You gave/)).toBeNull();
  keep();
  expect(await screen.findByText(/You gave 1 answer /)).toBeTruthy();
});
