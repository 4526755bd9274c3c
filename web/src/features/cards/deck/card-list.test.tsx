import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { StudyChapter } from "@/api/models";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import type { CardListChange } from "@/data/cards/chapters";
import { stubResizeObserver } from "@/ui/testing";
import CardList from "./card-list";

const [change, toast] = vi.hoisted(() => [vi.fn(), vi.fn()]);
let refuse: (error: unknown, what: CardListChange) => void;
vi.mock("@/data/cards/chapters", () => ({
  useChangeCards: (_code: string, _chapter: string, onRejected: typeof refuse) => {
    refuse = onRejected;
    return change;
  },
}));
vi.mock("@/ui/feedback/toast", () => ({ toast }));

const ROW_PX = 50;
beforeEach(() => {
  stubResizeObserver();
  vi.spyOn(console, "warn").mockReturnValue();
  // Lay the rows out in a column: dnd-kit uses their positions to choose the target.
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const row = this.closest("li");
    const place = row ? [...(row.parentElement?.children ?? [])].indexOf(row) : 0;
    return new DOMRect(0, place * ROW_PX, 200, ROW_PX);
  });
});
afterEach(() => {
  cleanup();
  change.mockReset();
  toast.mockReset();
});

const deck = {
  chapter: { id: "ch1" },
  cards: ["Heaps", "Trees", "Graphs"].map((title, index) => ({ id: `c${index}`, title, content: "" })),
} as unknown as StudyChapter;

function show() {
  const view = (shown: StudyChapter) => (
    <MemoryRouter>
      <CardList code="CS246" deck={shown} />
    </MemoryRouter>
  );
  const { rerender } = render(view(deck));
  return { without: (id: string) => rerender(view({ ...deck, cards: deck.cards.filter((card) => card.id !== id) })) };
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

/** Returns the text and kind of the latest toast and a function that presses its retry button. */
function said() {
  const [text, options] = toast.mock.lastCall ?? [];
  return { text, kind: options.kind, retry: () => options.action.onClick() };
}

test("a confirmed removal deletes a card, and the next card gets the focus", async () => {
  const { without } = show();
  press("Remove Trees");
  expect(screen.getByText("“Trees” will be removed with its picture. This cannot be undone.")).toBeDefined();
  press("Cancel");
  await vi.waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(change).not.toHaveBeenCalled();
  screen.getByRole("button", { name: "Remove Trees" }).focus();
  press("Remove Trees");
  change.mockImplementation(({ id }: CardListChange) => without(id));
  press("Remove");
  await vi.waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(change).toHaveBeenCalledExactlyOnceWith({ kind: "remove", id: "c1" });
  await vi.waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Remove Graphs"));
});

test.each([
  ["change the order", { kind: "move", id: "c0", after: "c2" }],
  ["remove the card", { kind: "remove", id: "c1" }],
] as const)("a message says that the student could not %s and why, with a retry", (what, wanted) => {
  show();
  refuse(unreachableProblem(), wanted);
  expect(said()).toMatchObject({ text: `Could not ${what}. ${unreachableProblem().detail}`, kind: "error" });
  expect(change).not.toHaveBeenCalled();
  said().retry();
  expect(change).toHaveBeenCalledExactlyOnceWith(wanted);
});

test("offers no retry after a conflict with another administrator's change", () => {
  show();
  refuse(new ApiProblem({ code: "conflict", status: 409, detail: "No." }), { kind: "remove", id: "c1" });
  expect(toast).toHaveBeenCalledExactlyOnceWith(
    "This chapter was changed somewhere else. Here is the latest version; please make your change again.",
    { kind: "error" },
  );
});

test.each([
  ["Heaps", "ArrowDown", { kind: "move", id: "c0", after: "c1" }],
  ["Trees", "ArrowUp", { kind: "move", id: "c1", after: undefined }],
])("%s moved with %s is sent with the card that is now before it", async (name, code, wanted) => {
  show();
  const key = async (code: string) => {
    fireEvent.keyDown(screen.getByRole("button", { name: `Move ${name}` }), { code });
    // The library adds its key listener in the next task.
    await vi.waitFor(() => new Promise((resolve) => setTimeout(resolve)));
  };
  await key("Space");
  await key(code);
  expect(await screen.findByText(`${name}: place ${code === "ArrowUp" ? 1 : 2} of 3.`)).toBeDefined();
  await key("Space");
  await vi.waitFor(() => expect(change).toHaveBeenCalledExactlyOnceWith(wanted));
});
