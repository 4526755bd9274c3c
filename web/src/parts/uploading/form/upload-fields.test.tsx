import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { DuplicateFile, newestDuplicate } from "../duplicate-file";
import { UploadDescriptionField, UploadReviewField, UploadTitleField } from "./upload-fields";

afterEach(cleanup);

const form = {
  typed: { title: "Heaps", description: "Trees", review: true } as never,
  errors: {} as Record<string, string>,
  busy: false,
  hasSeveralFiles: false,
};
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>("textbox", { name });

test("S4.up.1 the title of a single file can be edited, and its error is shown", () => {
  const onChange = vi.fn();
  const { rerender } = render(<UploadTitleField form={form} onChange={onChange} />);
  expect([field("Title").value, field("Title").placeholder, field("Title").disabled]).toEqual(["Heaps", "", false]);
  fireEvent.change(field("Title"), { target: { value: "Sets" } });
  expect(onChange.mock.calls).toEqual([["Sets"]]);
  rerender(
    <UploadTitleField form={{ ...form, errors: { title: "Title is required." } as never }} onChange={onChange} />,
  );
  expect(screen.getByRole("alert").textContent).toBe("Title is required.");
  rerender(<UploadTitleField form={{ ...form, busy: true }} onChange={onChange} />);
  expect(field("Title").disabled).toBe(true);
});

test("S4.up.1 the titles of several files are in the list", () => {
  render(<UploadTitleField form={{ ...form, hasSeveralFiles: true }} onChange={vi.fn()} />);
  expect([field("Title").value, field("Title").placeholder, field("Title").disabled]).toEqual([
    "",
    "Each file has its own title",
    true,
  ]);
});

test("S4.up.1 the description is optional", () => {
  const onChange = vi.fn();
  const { rerender } = render(<UploadDescriptionField form={form} onChange={onChange} />);
  const description = () => screen.getByLabelText<HTMLInputElement>("Description optional");
  expect([description().value, description().disabled]).toEqual(["Trees", false]);
  fireEvent.change(description(), { target: { value: "" } });
  expect(onChange.mock.calls).toEqual([[""]]);
  const errors = { description: "It is too long." } as never;
  rerender(<UploadDescriptionField form={{ ...form, errors, busy: true }} onChange={onChange} />);
  expect([screen.getByRole("alert").textContent, description().disabled]).toEqual(["It is too long.", true]);
});

test("the report of a file can be reviewed before it is published", () => {
  const onChange = vi.fn();
  const { rerender } = render(<UploadReviewField form={form as never} onChange={onChange} />);
  const box = () => screen.getByRole<HTMLInputElement>("checkbox");
  expect(box().closest("label")?.textContent).toBe(
    "Review accessibility before publishingEach file waits until you have seen its report.",
  );
  expect(box().checked).toBe(true);
  fireEvent.click(box());
  expect(onChange.mock.calls).toEqual([[false]]);
  rerender(<UploadReviewField form={{ typed: { review: false }, busy: true }} onChange={onChange} />);
  expect([box().checked, box().disabled]).toEqual([false, true]);
});

const item = (more: object = {}) => ({
  kind: "note",
  id: "n1",
  title: "Heaps",
  place: "CS246",
  part: "Chapter 2",
  ...more,
});
function offer(...duplicates: object[]) {
  const onReuse = vi.fn();
  const phase = { kind: "known", duplicates } as never;
  render(
    <MemoryRouter>
      <DuplicateFile phase={phase} onReuse={onReuse} />
    </MemoryRouter>,
  );
  return { onReuse, phase };
}
const text = () => screen.getByRole("alert").querySelector("p")?.textContent;

test.each([
  [[item()], "Heaps in CS 246, Chapter 2, already has this file. It can be used here too, without being sent."],
  [[item({ part: "CS 246" })], "Heaps in CS 246 already has this file. It can be used here too, without being sent."],
  [[item({ part: "" })], "Heaps in CS 246 already has this file. It can be used here too, without being sent."],
  [
    [item(), item({ id: "n2" })],
    "Heaps in CS 246, Chapter 2, already has this file, and so does one other place. It can be used here too, without being sent.",
  ],
  [
    [item(), item({ id: "n2" }), item({ id: "n3" })],
    "Heaps in CS 246, Chapter 2, already has this file, and so do 2 other places. It can be used here too, without being sent.",
  ],
])("S4.up.3 a file that is there already is offered: %#", (duplicates, expected) => {
  offer(...duplicates);
  expect(text()?.replace(/\s+/g, " ")).toBe(expected);
});

test("S4.up.3 the newest item with the file is linked and can be reused", () => {
  const { onReuse, phase } = offer(item(), item({ id: "n2" }));
  expect(newestDuplicate(phase)).toEqual(item());
  expect(screen.getByRole("link", { name: "Heaps" }).getAttribute("href")).toBe("/download/n1");
  fireEvent.click(screen.getByRole("button", { name: "Use that file" }));
  expect(onReuse.mock.calls).toEqual([[item()]]);
});

test("S4.up.3 without an item nothing is offered", () => {
  offer();
  expect(screen.queryByRole("alert")).toBeNull();
});
