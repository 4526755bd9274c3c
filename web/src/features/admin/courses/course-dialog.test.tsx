import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import type { ManagedCourse } from "@/data/courses/managed-courses";
import { EditCourseDialog } from "./course-dialog";

const api = vi.hoisted(() => ({ course: vi.fn(), edit: vi.fn(), remove: vi.fn(), toast: vi.fn() }));
vi.mock("@/core/wasm", () => ({ loadRules: async () => ({ validateCourse: () => [] }) }));
vi.mock("@/ui/feedback/toast", () => ({ toast: api.toast }));
vi.mock("@/data/courses/managed-courses", () => ({
  managedCourseQuery: (code: string) => ({ queryKey: [code], queryFn: () => api.course(), retry: false }),
  removeCoursePicture: api.remove,
  useCreateCourse: () => ({ mutateAsync: async () => undefined }),
  useEditCourse: () => ({ mutateAsync: api.edit }),
}));

const opened = { courseCode: "CS246", title: "Objects", description: "", version: 3, hidden: false } as ManagedCourse;
const conflict = () => new ApiProblem({ code: "conflict", status: 409, detail: "The course was changed." });
const onClose = vi.fn();

beforeEach(() => {
  vi.resetAllMocks();
});
afterEach(cleanup);

/** Types a title and saves it twice: the first response is lost, the second is a conflict with `latest`. */
async function saveTwice(latest: Partial<ManagedCourse>): Promise<void> {
  api.course.mockResolvedValueOnce(opened).mockResolvedValue({ ...opened, version: 4, ...latest });
  api.edit.mockRejectedValueOnce(unreachableProblem()).mockRejectedValue(conflict());
  render(
    <QueryClientProvider client={new QueryClient()}>
      <EditCourseDialog course={opened} onClose={onClose} />
    </QueryClientProvider>,
  );
  fireEvent.change(await screen.findByLabelText("Title"), { target: { value: "Object-oriented design" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(unreachableProblem().detail)).toBeDefined();
  fireEvent.click(await screen.findByRole("button", { name: "Save" }));
}

test("saving again succeeds if only the response to the first attempt was lost", async () => {
  await saveTwice({ title: "Object-oriented design" });
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(api.toast.mock.calls).toEqual([["Saved."]]);
});

test("saving again shows a conflict if another administrator changed the text in between", async () => {
  await saveTwice({ title: "Objects and classes" });
  expect(await screen.findByText("Saved by another administrator: “Objects and classes”")).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Use this value" }));
  expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Objects and classes");
});

test("removing an image sends the URL of the image shown, and a conflict saves nothing", async () => {
  api.course.mockResolvedValue({ ...opened, imageUrl: "/pictures/seen.jpg" });
  api.remove.mockRejectedValue(conflict());
  render(
    <QueryClientProvider client={new QueryClient()}>
      <EditCourseDialog course={opened} onClose={onClose} />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Remove the picture" }));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(api.remove.mock.calls).toEqual([["CS246", "/pictures/seen.jpg"]]));
  expect(api.edit).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});
