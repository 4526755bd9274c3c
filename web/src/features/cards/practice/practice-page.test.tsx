import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAs, signInOnSharedComputer } from "@/api/testing";
import { personalCardCountsQuery } from "@/data/cards/personal-cards";
import { PracticePage } from "./practice-page";
import { DEFAULT_SETTINGS, type PracticeSettings } from "./practice-test";
import { practiceStorage } from "./storage";

const enqueue = vi.fn(async (_: { events: { cardId: string; action: string; undone?: object }[] }) => undefined);
const release = vi.fn(async () => undefined);
const toast = vi.fn();
const course = vi.hoisted(() => ({ cards: [] as object[], suspended: [] as number[] }));

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/offline/outbox/queue", () => ({
  enqueueChange: (change: never) => enqueue(change),
  outbox: { flushBatches: () => release() },
}));
vi.mock("@/data/me/me", () => ({ useFollowedCourses: () => ({ codes: ["CS246"], isKnown: true }) }));
vi.mock("@/parts/review/review-cards", () => ({ readCourseCards: async () => course.cards }));
vi.mock("@/parts/review/load-scheduler", () => ({
  loadSchedulerIfUsed: async () => ({
    core: { setDeck: () => undefined, suspended: () => course.suspended, free: () => undefined },
  }),
}));
vi.mock("@/ui/feedback/toast", () => ({ toast: (...said: unknown[]) => toast(...said) }));

const card = (id: string, chapter: string, content = `Answer ${id}`) => ({
  id,
  course: "CS246",
  chapter,
  chapterId: chapter.toLowerCase(),
  title: `Question ${id}`,
  content,
  isPersonal: id === "own",
});
const amara = { uid: "amara", name: "Amara" };

beforeEach(() => {
  localStorage.clear();
  signInAs(amara);
  course.cards = [card("a", "Sets"), card("b", "Sets"), card("own", "Maps")];
  course.suspended = [];
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.clearAllMocks();
});

async function open(settings?: Partial<PracticeSettings>, path = "/study/practice?course=CS246") {
  if (settings) practiceStorage("amara").writeSettings({ ...DEFAULT_SETTINGS, ...settings });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryDefaults(personalCardCountsQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY });
  queries.setQueryData(personalCardCountsQuery.queryKey, { items: [], cards: 0, pictureBytes: 0 } as never);
  await act(async () =>
    render(
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={[path]}>
          <PracticePage />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  await loaded();
}
const loaded = () => waitFor(() => expect(screen.queryByLabelText("Loading...")).toBeNull());
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const press = (name: string | RegExp) => act(async () => void fireEvent.click(button(name)));
const key = (name: string) => act(async () => void fireEvent.keyDown(document.body, { key: name }));
const asked = () =>
  within(screen.getByRole("article"))
    .getByText(/^Question /)
    .textContent?.slice(9) ?? "";
const actions = () => enqueue.mock.calls.map(([{ events }]) => events[0]?.action);
async function type(text: string) {
  fireEvent.change(screen.getByLabelText("Your answer"), { target: { value: text } });
  await press("Check");
}

test("S4.test.1 the form starts with the last settings and without suspended cards", async () => {
  course.suspended = [1];
  await open({ minutes: 10, count: 5 });
  expect(screen.getByLabelText("Time limit")).toHaveProperty("value", "10");
  expect(screen.getByText("2 cards. Each answer is a review.")).toBeDefined();
  fireEvent.click(screen.getByRole("checkbox", { name: /^Sets/ }));
  fireEvent.click(screen.getByRole("checkbox", { name: /^Maps/ }));
  expect(button("Start test")).toHaveProperty("disabled", true);
  expect(screen.getByText("Choose at least one chapter.")).toBeDefined();
});

test("S4.test.1 flipped cards are rated, and the result has the score of each chapter and repeats the wrong cards", async () => {
  await open();
  await press("Start test");
  for (let number = 1; number <= 3; number += 1) {
    expect(screen.getByText(`Question ${number} of 3`)).toBeDefined();
    const isOwn = asked() === "own";
    await press("Show the answer");
    await key(isOwn ? "1" : "4");
  }
  expect(actions().toSorted()).toEqual(["again", "easy", "easy"]);
  expect(document.activeElement?.textContent).toBe("Your result");
  expect(screen.getByText("2 of 3 right (67%). Your answers count as reviews.")).toBeDefined();
  const rows = within(screen.getByRole("table")).getAllByRole("row").slice(1);
  expect(rows.map((row) => row.textContent)).toEqual(["Sets2 of 2100%", "Maps0 of 10%"]);
  expect(screen.getByRole("link", { name: "Open my card: Question own" }).getAttribute("href")).toBe(
    "/guide/CS246/my-cards/own",
  );
  expect(release).toHaveBeenCalled();
  await press("Practise the wrong ones again");
  expect(screen.getByText("Question 1 of 1")).toBeDefined();
  expect(asked()).toBe("own");
});

test("S4.test.2 a wrong typed answer shows the right one, and the student can count it as right", async () => {
  await open({ mode: "typed" });
  await press("Start test");
  expect(document.activeElement).toBe(screen.getByLabelText("Your answer"));
  const id = asked();
  await type("something else");
  expect(actions()).toEqual(["again"]);
  expect(screen.getByRole("status").textContent).toBe(`Not right. The card comes back soon. The answer: Answer ${id}`);
  expect(document.activeElement).toBe(button("Next question"));
  await press("I was right");
  expect(actions()).toEqual(["again", "undo", "good"]);
  const [first, undo] = enqueue.mock.calls.map(([change]) => change as unknown as Record<string, never>);
  expect(undo).toMatchObject({ events: [{ undone: { device: first?.device, sequence: 1 } }] });
  expect(screen.getByText("Counted as right.", { selector: "strong" })).toBeDefined();
  await key("Enter");
  await type(`answer ${asked()}`);
  expect(screen.getByText("Right.", { selector: "strong" })).toBeDefined();
  await press("Next question");
  await type(`Answr ${asked()}`);
  expect(actions().at(-1)).toBe("hard");
  expect(screen.getByText("Almost right: there is a typo. It counts as Hard.", { selector: "strong" })).toBeDefined();
  await press("Show the result");
  expect(screen.getByText(/^3 of 3 right/)).toBeDefined();
});

test("S4.test.3 the keys 1 to 4 choose an answer, and the right one is marked", async () => {
  await open({ mode: "choice", count: 1 });
  await press("Start test");
  const right = `Answer ${asked()}`;
  const names = screen.getAllByRole("button", { name: /^Answer / }).map((each) => each.getAttribute("aria-label"));
  expect(names.toSorted()).toEqual(["Answer a", "Answer b", "Answer own"]);
  await key("4");
  expect(enqueue).not.toHaveBeenCalled();
  const wrong = names.findIndex((name) => name !== right);
  await key(`${wrong + 1}`);
  expect(actions()).toEqual(["again"]);
  expect(button(`${right} (right answer)`)).toHaveProperty("disabled", true);
  expect(button(`${names[wrong]} (your answer)`)).toBeDefined();
  await press("Show the result");
  const chosen = screen.getByText("Your answer:").nextElementSibling;
  expect([chosen?.className, chosen?.textContent]).toEqual(["rich", names[wrong]]);
});

test("S4.test.3 choosing is not offered with its reason if all answers are equal", async () => {
  course.cards = [card("a", "Sets", "Yes"), card("b", "Sets", "**yes**")];
  await open({ mode: "choice" });
  expect(screen.getByRole("radio", { name: /^Choose the answer/ })).toHaveProperty("disabled", true);
  expect(screen.getByText("This course needs at least two cards with different answers.")).toBeDefined();
  expect(screen.getByRole("radio", { name: /^Flip the card/ })).toHaveProperty("checked", true);
});

test("S4.test.1 the time limit ends the test and counts the answers so far", async () => {
  await open({ mode: "typed", minutes: 5 });
  vi.useFakeTimers({ now: Date.now() });
  await press("Start test");
  expect(screen.getByRole("timer").textContent).toBe("5:00 left");
  await type(`Answer ${asked()}`);
  await act(async () => vi.advanceTimersByTime(299_000));
  expect(screen.getByRole("timer").textContent).toBe("0:01 left");
  await act(async () => vi.advanceTimersByTime(1000));
  expect(screen.getByText(/^Time is up\. 1 of 1 right \(100%\)\. 2 questions not answered\./)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Continue the test" })).toBeNull();
});

test("S4.test.4 a test survives a reload, and another visit offers to continue it", async () => {
  await open({ mode: "typed" });
  await press("Start test");
  await type(`Answer ${asked()}`);
  await press("Next question");
  fireEvent.change(screen.getByLabelText("Your answer"), { target: { value: "half" } });
  const second = asked();
  cleanup();
  await open();
  expect(screen.getByText(/Your test for CS 246 is not finished/)).toBeDefined();
  await press("Continue");
  expect([asked(), screen.getByText("Question 2 of 3").tagName]).toEqual([second, "P"]);
  expect(screen.getByLabelText("Your answer")).toHaveProperty("value", "half");
  await press("End test");
  await press("Continue the test");
  expect(asked()).toBe(second);
});

test("S4.test.4 nothing of a test is stored on a shared computer", async () => {
  signInOnSharedComputer(amara);
  await open();
  await press("Start test");
  await press("Show the answer");
  await press("Good");
  expect(actions()).toEqual(["good"]);
  expect(localStorage).toHaveLength(0);
});

test("S4.test.4 an answer that cannot be stored shows an error and can be given again", async () => {
  await open({ mode: "typed" });
  await press("Start test");
  enqueue.mockRejectedValueOnce(new Error("No room."));
  const id = asked();
  await type(`Answer ${id}`);
  await waitFor(() => expect(toast).toHaveBeenCalledTimes(1));
  expect([asked(), screen.getByLabelText("Your answer")]).toEqual([id, expect.anything()]);
  await press("Check");
  expect(screen.getByText("Right.", { selector: "strong" })).toBeDefined();
});
