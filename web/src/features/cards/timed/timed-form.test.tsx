import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { StudySession } from "../study/session";
import { TimedForm } from "./timed-form";

afterEach(cleanup);

const onStart = vi.fn();

function show(cards = 52) {
  onStart.mockReset();
  const session = {
    cardCount: 300,
    timedTarget: "exam",
    planTimed: vi.fn((minutes: number) => ({
      cards,
      newCards: 12,
      answers: 60,
      tookMs: minutes * 60_000,
      before: cards && 181.4,
      after: cards && 212.2,
    })),
  };
  render(<TimedForm session={session as unknown as StudySession} initial={20} course={null} onStart={onStart} />);
  return session;
}

const plan = () => screen.getByRole("status").textContent;
const submit = () => fireEvent.submit(screen.getByRole("form", { name: "Timed session" }));

test("S4.timed.1 the form says what a session will cover and gain before it starts", () => {
  const session = show();
  expect(session.planTimed.mock.calls).toEqual([[20]]);
  fireEvent.click(screen.getByRole("button", { name: "40 minutes" }));
  expect(plan()).toBe(
    "40 min: about 52 cards, 12 of them new.You can then expect to remember 212 of 300 cards on the day of the exam, instead of 181.",
  );
  expect(screen.getByRole("button", { name: "40 minutes" }).getAttribute("aria-pressed")).toBe("true");
  submit();
  expect(onStart.mock.calls).toEqual([[40]]);
});

test.each(["", "0", "601", "2.5"])(
  "S4.timed.1 no session starts with %j minutes, and the form says which are possible",
  (minutes) => {
    show();
    fireEvent.change(screen.getByLabelText("Minutes"), { target: { value: minutes } });
    expect(plan()).toBe("Choose between 1 and 600 whole minutes.");
    expect(screen.getByRole("button", { name: "Start" })).toHaveProperty("disabled", true);
    submit();
    expect(onStart).not.toHaveBeenCalled();
  },
);

test("S4.timed.1 no session starts if no card would benefit from an answer now", () => {
  show(0);
  expect(plan()).toBe("No card would gain from an answer now.");
  expect(screen.getByRole("button", { name: "Start" })).toHaveProperty("disabled", true);
  submit();
  expect(onStart).not.toHaveBeenCalled();
});
