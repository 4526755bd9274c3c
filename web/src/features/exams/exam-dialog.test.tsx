import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Exam } from "@/api/models";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import ExamDialog from "./exam-dialog";

const setExam = vi.hoisted(() => vi.fn());
vi.mock("@/data/exams/exams", () => ({ setExam }));

afterEach(() => {
  cleanup();
  setExam.mockReset();
});

function open(exam?: Exam) {
  const onClose = vi.fn();
  render(<ExamDialog code="CS246" exam={exam} onClose={onClose} />);
  return onClose;
}
const date = "2099-12-09";
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.submit(screen.getByLabelText(/^Date/).closest("form") as HTMLFormElement);
const button = (name: string) => screen.getByRole("button", { name });

test("an exam needs only a date, and no error shows before submitting", async () => {
  setExam.mockResolvedValue({ status: "sent" });
  const onClose = open();
  expect(screen.getByRole("dialog", { name: "Exam in CS 246" })).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
  type(/^Date/, date);
  type(/^Title/, "  ");
  save();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(setExam).toHaveBeenCalledExactlyOnceWith({ course: "CS246", date, retentionPercent: 90 }, undefined);
});

test("editing an exam starts with its values, and sends time and title", async () => {
  setExam.mockResolvedValue({ status: "sent" });
  const before = { course: "CS246", date, time: "13:30", title: "Midterm", retentionPercent: 80 };
  const onClose = open(before);
  type(/^Title/, " Final ");
  save();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const sent = { course: "CS246", date, time: "13:30", title: "Final", retentionPercent: 80 };
  expect(setExam).toHaveBeenCalledExactlyOnceWith(sent, before);
});

test("the dialog cannot be cancelled while it saves, and stays open with the reason after a failure", async () => {
  let fail = (_: Error) => {};
  setExam.mockReturnValue(
    new Promise((_, reject) => {
      fail = reject;
    }),
  );
  const onClose = open();
  type(/^Date/, date);
  save();
  await vi.waitFor(() => expect(button("Cancel")).toHaveProperty("disabled", true));
  fail(unreachableProblem());
  expect((await screen.findByRole("alert")).textContent).toBe(unreachableProblem().detail);
  expect(screen.getByLabelText(/^Date/)).toHaveProperty("value", date);
  expect(onClose).not.toHaveBeenCalled();
  // A retry clears the previous error.
  setExam.mockReturnValue(new Promise(() => undefined));
  save();
  await vi.waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  expect(button("Cancel")).toHaveProperty("disabled", true);
});

test("an error of a field is shown only at the field", async () => {
  const fields = [{ field: "date", code: "range", message: "Choose a day that is still to come." }];
  const detail = "Some of the input needs attention";
  setExam.mockRejectedValue(new ApiProblem({ code: "validation", status: 422, detail, fields } as never));
  open();
  type(/^Date/, "2001-01-01");
  save();
  expect(await screen.findByText("Choose a day that is still to come.")).toBeDefined();
  expect(screen.getByLabelText(/^Date/).getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByLabelText(/^Time/).getAttribute("aria-invalid")).toBeNull();
  expect(screen.queryByText(detail)).toBeNull();
  expect(screen.queryByText("Something went wrong. Please try again.")).toBeNull();
});

test("Cancel leaves the exam unchanged", () => {
  const onClose = open();
  fireEvent.click(button("Cancel"));
  expect(onClose).toHaveBeenCalledOnce();
  expect(setExam).not.toHaveBeenCalled();
});
