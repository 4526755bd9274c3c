import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAs } from "@/api/testing";
import { paths } from "@/lib/urls/paths";
import { ReviewSessionView } from "./review-session-view";
import type { StudySession } from "./session";

const calls = vi.hoisted(() => ({ toast: vi.fn(), leave: vi.fn() }));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/ui/feedback/toast", () => ({ toast: calls.toast }));
vi.mock("./use-send-on-leave", () => ({ useSendOnLeave: calls.leave }));
vi.mock("@/ui/overlay/menu", () => ({
  Menu: ({ items }: { items: { label: string; onSelect: () => void }[] }) =>
    items.map(({ label, onSelect }) => (
      <button key={label} type="button" role="menuitem" onClick={onSelect}>
        {label}
      </button>
    )),
}));
vi.mock("./question", () => ({
  handlesKeys: () => false,
  ReviewQuestion: ({ card, isFirst }: { card: { title: string }; isFirst: boolean }) => (
    <p data-testid="question">{`${card.title} first: ${isFirst}`}</p>
  ),
}));
vi.mock("./settings-dialog", () => ({
  default: ({ onSaved, onClose }: { onSaved: (settings: object) => void; onClose: () => void }) => (
    <div role="dialog" aria-label="Settings">
      <button type="button" onClick={() => onSaved({ newPerDay: 9 })}>
        Save
      </button>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  ),
}));
vi.mock("./suspended-dialog", () => ({
  default: ({ cards, onUnsuspend, onClose }: Record<string, (card?: object) => void> & { cards: { id: string }[] }) => (
    <div role="dialog" aria-label="Suspended">
      {cards.map((each) => (
        <button key={each.id} type="button" onClick={() => onUnsuspend?.(each)}>
          {`Bring back ${each.id}`}
        </button>
      ))}
      <button type="button" onClick={() => onClose?.()}>
        Close
      </button>
    </div>
  ),
}));

const card = {
  id: "c",
  course: "CS246",
  chapterId: "ch",
  chapter: "Sets",
  title: "First?",
  content: "Yes",
  isPersonal: false,
};
let suspended: object[];
let cards: object[];
let stats: { answerCount: number; rememberedCount: number; newCards: number };
const session = {
  mayUndo: false,
  suspended: () => suspended,
  get stats() {
    return stats;
  },
  today: () => ({ card: cards[0], newLeft: 1, learningLeft: 2, reviewsLeft: 3, isNew: true }),
  suspendOrBury: vi.fn(),
  unsuspend: vi.fn(),
  setSettings: vi.fn(),
};

beforeEach(() => {
  signInAs({ uid: "u1", name: "Amara" });
  for (const call of [session.suspendOrBury, session.unsuspend, session.setSettings, calls.toast, calls.leave])
    call.mockReset();
  session.suspendOrBury.mockImplementation(async () => void cards.shift());
  suspended = [];
  cards = [card, { ...card, id: "d", title: "Second?" }];
  stats = { answerCount: 0, rememberedCount: 0, newCards: 0 };
});
afterEach(cleanup);

function show(courses: string[] = ["CS246"]) {
  const element = <ReviewSessionView session={session as unknown as StudySession} scope={{ courses }} />;
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: ["/study"] });
  render(<RouterProvider router={router} />);
  return router;
}
const press = (name: string, role = "button") =>
  act(async () => void fireEvent.click(screen.getByRole(role, { name })));
const question = () => screen.queryByTestId("question")?.textContent;
const items = () => screen.queryAllByRole("menuitem").map(({ textContent }) => textContent);

test("S2.study.1 what is left today is shown by kind", () => {
  show();
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "1 new",
    "2 learning",
    "3 to review",
  ]);
  expect(calls.leave).toHaveBeenLastCalledWith(false);
});

test.each([
  ["Bury until tomorrow", "bury"],
  ["Suspend this card", "suspend"],
])("S2.study.2 the menu item %s sets the card aside and shows the next one", async (name, aside) => {
  show();
  expect(question()).toBe("First? first: true");
  await press(name, "menuitem");
  expect(session.suspendOrBury.mock.calls).toEqual([[card, aside]]);
  expect(question()).toBe("Second? first: false");
});

test("S2.study.2 a card that cannot be set aside stays, and the error is shown", async () => {
  session.suspendOrBury.mockRejectedValue(new Error("No room."));
  show();
  await press("Suspend this card", "menuitem");
  expect(question()).toBe("First? first: true");
  expect(calls.toast.mock.calls).toEqual([[expect.any(String), { kind: "error" }]]);
  await press("Suspend this card", "menuitem");
  expect(session.suspendOrBury).toHaveBeenCalledTimes(2);
});

test("S2.study.2 while an action is being stored no other one begins", async () => {
  let store = () => {};
  session.suspendOrBury.mockReturnValue(new Promise<void>((resolve) => (store = resolve)));
  show();
  await press("Suspend this card", "menuitem");
  const view = document.querySelector(".review-session");
  expect(view?.ariaBusy).toBe("true");
  await press("Bury until tomorrow", "menuitem");
  expect(session.suspendOrBury).toHaveBeenCalledTimes(1);
  await act(async () => store());
  expect(view?.ariaBusy).toBe("false");
});

test("a published card can be reported, and a personal one edited", async () => {
  const router = show();
  expect(items()).toEqual(["Bury until tomorrow", "Suspend this card", "Report"]);
  cleanup();
  cards = [{ ...card, isPersonal: true }];
  const own = show();
  expect(items()).toEqual(["Bury until tomorrow", "Suspend this card", "Edit this card"]);
  await press("Edit this card", "menuitem");
  expect(own.state.location.pathname).toBe(paths.personalCard("CS246", "c"));
  expect(router.state.location.pathname).toBe("/study");
});

test("S2.study.2 suspended cards are brought back from their list, which closes with the last one", async () => {
  suspended = [{ id: "s" }, { id: "t" }];
  session.unsuspend.mockImplementation(async (back: object) => {
    suspended = suspended.filter((each) => each !== back);
  });
  show();
  await press("2 suspended");
  await screen.findByRole("dialog", { name: "Suspended" });
  await press("Bring back s");
  expect(session.unsuspend.mock.calls).toEqual([[{ id: "s" }]]);
  expect(screen.getByRole("dialog", { name: "Suspended" })).toBeDefined();
  await press("Bring back t");
  expect(screen.queryByRole("dialog")).toBeNull();
  // The list stays closed when the next card is suspended.
  session.suspendOrBury.mockImplementation(async () => {
    suspended = [{ id: "u" }];
  });
  await press("Suspend this card", "menuitem");
  expect(screen.getByRole("button", { name: "1 suspended" })).toBeDefined();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("S2.study.4 saved settings apply at once, and the dialog can be closed", async () => {
  show();
  await press("Study settings");
  await screen.findByRole("dialog", { name: "Settings" });
  cards.shift();
  await press("Save");
  expect(session.setSettings.mock.calls).toEqual([[{ newPerDay: 9 }]]);
  expect(question()).toBe("Second? first: false");
  await press("Close");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test.each([
  [
    { answerCount: 0, rememberedCount: 0, newCards: 0 },
    "Nothing is due now",
    "Come back tomorrow, or raise the daily limits",
  ],
  [
    { answerCount: 1, rememberedCount: 1, newCards: 0 },
    "Done for now",
    "You gave 1 answer and remembered 100%. Come back",
  ],
  [
    { answerCount: 3, rememberedCount: 2, newCards: 1 },
    "Done for now",
    "You gave 3 answers and remembered 67%. 1 card was new to you. Come back tomorrow.",
  ],
  [{ answerCount: 4, rememberedCount: 0, newCards: 2 }, "Done for now", "remembered 0%. 2 cards were new to you."],
])("S2.study.1 the last screen sums up %j", (learnt, title, text) => {
  cards = [];
  stats = learnt;
  show();
  expect(screen.getByText(title)).toBeDefined();
  expect(document.body.textContent).toContain(text);
  expect(items()).toEqual([]);
  expect(calls.leave).toHaveBeenLastCalledWith(true);
});

test.each([
  [["CS246"], paths.notes("CS246")],
  [["CS246", "MATH137"], paths.study()],
  [[], paths.study()],
])("S2.study.1 after the courses %j the last screen leads to %s", (courses, path) => {
  cards = [];
  show(courses);
  expect(screen.getByRole("link", { name: "Done" }).getAttribute("href")).toBe(path);
});
