import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { ReviewSessionView } from "./review-session-view";
import type { StudySession } from "./session";

const release = vi.fn(async () => undefined);
const toast = vi.fn();

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/offline/outbox/queue", () => ({ outbox: { flushBatches: () => release() } }));
vi.mock("@/ui/feedback/toast", () => ({ toast: (...said: unknown[]) => toast(...said) }));

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

/** Renders a session with one card. The test decides whether the rating is stored or rejected. */
function renderSession(more: object = {}) {
  let isAnswered = false;
  const disk = { write: () => {}, refuse: (_: Error) => {} };
  const answer = vi.fn(async () => {
    await new Promise<void>((resolve, reject) => Object.assign(disk, { write: resolve, refuse: reject }));
    isAnswered = true;
  });
  const card = { id: "c", course: "CS246", chapter: "Sets", title: "First?", content: "Yes", isPersonal: false };
  const counts = { newLeft: 1, learningLeft: 0, reviewsLeft: 0, isNew: true, intervalsMs: [1, 2, 3, 4] };
  const session = {
    mayUndo: false,
    suspended: () => [],
    stats: { answerCount: 1, rememberedCount: 1, newCards: 0 },
    today: () => ({ ...counts, card: isAnswered ? undefined : card }),
    answer,
    ...more,
  } as unknown as StudySession;
  render(
    <MemoryRouter>
      <ReviewSessionView session={session} scope={{ courses: ["CS246"] }} />
    </MemoryRouter>,
  );
  return { answer, disk, good: () => act(() => screen.getByRole("button", { name: /^Good/ }).click()) };
}

function turned() {
  const begun = renderSession();
  act(() => screen.getByRole("button", { name: "Show the answer" }).click());
  return begun;
}

test("S4.out.1 a rating is stored before the session continues, then marked as done and sent", async () => {
  const { answer, disk, good } = turned();
  good();
  good();
  expect(answer).toHaveBeenCalledTimes(1);
  expect(screen.getByText("First?")).not.toBeNull();
  expect([screen.queryByText(/You gave 1 answer/), release.mock.calls.length]).toEqual([null, 0]);
  await act(async () => disk.write());
  expect(screen.queryByText("First?")).toBeNull();
  expect(screen.getByText(/You gave 1 answer/)).not.toBeNull();
  expect(release).toHaveBeenCalledTimes(1);
});

test("S4.out.1 a rating that cannot be stored shows an error, and its card can be rated again", async () => {
  const { answer, disk, good } = turned();
  good();
  await act(async () => disk.refuse(new Error("No room.")));
  expect(toast).toHaveBeenCalledTimes(1);
  expect(screen.getByText("First?")).not.toBeNull();
  good();
  expect(answer).toHaveBeenCalledTimes(2);
  await act(async () => disk.write());
  expect(screen.getByText(/You gave 1 answer/)).not.toBeNull();
});

const press = (key: string, more: object = {}) => fireEvent.keyDown(document.body, { key, ...more });

test("S2.study.1 only Space flips a card, and the keys 1 to 4 rate a flipped one", () => {
  const { answer } = renderSession();
  for (const key of ["x", "Enter", "3"]) press(key);
  press(" ", { ctrlKey: true });
  // On a focused button, Space activates that button instead.
  fireEvent.keyDown(screen.getByRole("button", { name: "Show the answer" }), { key: " " });
  expect([screen.queryByText("Yes"), answer.mock.calls.length]).toEqual([null, 0]);
  press(" ");
  expect(screen.getByText("Yes")).toBeDefined();
  expect(screen.getByRole("status").textContent).toBe("Answer: Yes");
  for (const key of ["0", "5", "x", " "]) press(key);
  expect(answer).not.toHaveBeenCalled();
  press("4");
  expect(answer.mock.calls).toEqual([[expect.objectContaining({ id: "c" }), "easy", true, expect.any(Number)]]);
});

test.each(["z", "u"])("S2.study.2 the key %s undoes the last rating if there is one", async (key) => {
  const undo = vi.fn(async () => undefined);
  renderSession({ undo });
  press(key);
  expect(screen.getByRole("button", { name: "Undo" })).toHaveProperty("disabled", true);
  expect(undo).not.toHaveBeenCalled();
  cleanup();
  renderSession({ undo, mayUndo: true });
  press(key, { metaKey: true });
  press("x");
  expect(undo).not.toHaveBeenCalled();
  await act(async () => press(key));
  expect(undo).toHaveBeenCalledOnce();
});

test("S2.study.2 the button for suspended cards opens their list, which can be closed again", async () => {
  renderSession();
  expect(screen.queryByRole("button", { name: / suspended$/ })).toBeNull();
  cleanup();
  const suspended = [{ id: "s", course: "CS246", chapter: "Sets", title: "Second?", content: "No", isPersonal: false }];
  renderSession({ suspended: () => suspended });
  expect(screen.queryByRole("dialog")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "1 suspended" }));
  expect((await screen.findByRole("dialog")).textContent).toContain("Second?");
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(screen.queryByRole("dialog")).toBeNull();
});
