import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unreachableProblem } from "@/api/problem";
import { CourseVisibilityDialog } from "./course-visibility-dialog";

const { change, toast } = vi.hoisted(() => ({ change: vi.fn(), toast: vi.fn() }));
vi.mock("@/data/courses/managed-courses", () => ({ useCourseVisibility: () => ({ mutateAsync: change }) }));
vi.mock("@/ui/feedback/toast", () => ({ toast }));

const onClose = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
});
afterEach(cleanup);

function show(hidden: boolean) {
  render(<CourseVisibilityDialog course={{ courseCode: "CS246", title: "Objects", hidden }} onClose={onClose} />);
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test.each([
  [false, "Hide CS 246?", /^Students can no longer find the course/, "Hide", "CS 246 is hidden from students."],
  [
    true,
    "Show CS 246?",
    /^Students can find the course and its notes again/,
    "Show",
    "CS 246 is visible to students again.",
  ],
])(
  "a course that is hidden (%s): “%s” explains the effect, applies it and reports it",
  async (hidden, title, body, label, done) => {
    show(hidden);
    expect(screen.getByRole("alertdialog", { name: title })).toBeDefined();
    expect(screen.getByText(body)).toBeDefined();
    expect(change).not.toHaveBeenCalled();
    press(label);
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(change.mock.calls).toEqual([[{ code: "CS246", hidden: !hidden }]]);
    expect(toast.mock.calls).toEqual([[done]]);
  },
);

test("the button shows a busy state while a course is being hidden", async () => {
  change.mockReturnValue(new Promise(() => undefined));
  show(false);
  press("Hide");
  expect(await screen.findByRole("button", { name: "Hiding..." })).toBeDefined();
  cleanup();
  show(true);
  press("Show");
  expect(await screen.findByRole("button", { name: "Showing..." })).toBeDefined();
});

test("if a course cannot be hidden, the dialog shows the reason and stays open", async () => {
  change.mockRejectedValue(unreachableProblem());
  show(false);
  press("Hide");
  await vi.waitFor(() => expect(toast.mock.calls).toEqual([[unreachableProblem().detail, { kind: "error" }]]));
  expect(await screen.findByRole("button", { name: "Hide" })).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
});

test("Cancel leaves the course unchanged", () => {
  show(false);
  press("Cancel");
  expect(onClose).toHaveBeenCalledOnce();
  expect(change).not.toHaveBeenCalled();
});

test("Escape closes the dialog and changes nothing", () => {
  show(false);
  fireEvent.keyDown(screen.getByRole("alertdialog"), { key: "Escape" });
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(change).not.toHaveBeenCalled();
});
