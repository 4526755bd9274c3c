import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notFound, server } from "@/api/client-testing";
import { queryClient } from "@/data/query/query-client";
import { UploadForm } from "./upload-form";

const shown = vi.hoisted(() => ({ props: {} as Record<string, never>, place: vi.fn(), possible: [] as string[] }));
vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/core/imports", () => ({
  loadImports: async () => ({ possibleCourses: () => shown.possible, filePlace: shown.place }),
}));
const form = {
  typed: { title: "Heaps", description: "", noteType: "Lecture", chapter: "2", review: false },
  errors: {} as Record<string, string>,
  busy: false,
  hasSeveralFiles: false,
  set: vi.fn(),
};
vi.mock("@/parts/uploading/form/upload-form", () => ({
  UploadForm: (props: { children: (form: object) => ReactNode }) => {
    shown.props = props as never;
    return props.children(form);
  },
}));

interface Kind {
  contentKind: string;
  initialFields: object;
  checkFile: (core: object, file: File) => unknown;
  checkFields: (core: object, fields: object) => unknown;
  toFields: (typed: object) => object;
  readPlace: (path: string) => Promise<object>;
}
const kind = () => shown.props.kind as unknown as Kind;

beforeEach(() => {
  server.reset();
  queryClient.clear();
  shown.possible = ["CS246"];
  shown.place.mockReset().mockReturnValue({ course: "CS246" });
  form.set.mockReset();
  Object.assign(form, { errors: {}, busy: false, hasSeveralFiles: false });
});
afterEach(cleanup);

const show = () => render(<UploadForm courseCode="CS246" />);
const type = () => screen.getByLabelText<HTMLSelectElement>("Type");
const chapter = () => screen.getByLabelText<HTMLInputElement>("Chapter");
const sharedHint = "Type and chapter apply to every file that doesn't have its own.";

test("S4.up.1 the form of a course has fields for type and chapter, which report what is typed", () => {
  show();
  fireEvent.change(screen.getByLabelText("Title"), { target: { value: "Sets" } });
  fireEvent.change(type(), { target: { value: type().options[1]?.value } });
  fireEvent.change(chapter(), { target: { value: "3" } });
  fireEvent.change(screen.getByLabelText("Description optional"), { target: { value: "Trees" } });
  fireEvent.click(screen.getByRole("checkbox", { name: /^Review accessibility/ }));
  expect(form.set.mock.calls).toEqual([
    [{ title: "Sets" }],
    [{ noteType: type().options[1]?.value }],
    [{ chapter: "3" }],
    [{ description: "Trees" }],
    [{ review: true }],
  ]);
  expect([chapter().value, chapter().inputMode, screen.queryByText(sharedHint)]).toEqual(["2", "numeric", null]);
});

test("S4.up.1 fields show their errors, and are disabled during an upload", () => {
  Object.assign(form, { errors: { chapter: "There is no such chapter." }, busy: true, hasSeveralFiles: true });
  show();
  expect(screen.getByRole("alert").textContent).toBe("There is no such chapter.");
  expect([type().disabled, chapter().disabled]).toEqual([true, true]);
  expect(screen.getByText(sharedHint)).toBeDefined();
});

test("S4.up.1 a note is checked by the rules of notes, and sent with a trimmed title and a number", () => {
  show();
  const core = { validateNoteFile: vi.fn(() => "file"), validateNoteDraft: vi.fn(() => "fields") };
  const file = new File(["%PDF"], "heaps.pdf", { type: "application/pdf" });
  expect([kind().checkFile(core, file), kind().checkFields(core, { title: "x" })]).toEqual(["file", "fields"]);
  expect(core.validateNoteFile.mock.calls).toEqual([["heaps.pdf", "application/pdf", 4]]);
  expect(kind().contentKind).toBe("note");
  expect(kind().initialFields).toMatchObject({ title: "", description: "", chapter: "1", review: false });
  expect(kind().toFields({ title: " Heaps ", chapter: "2" })).toEqual({ title: "Heaps", chapter: 2 });
  expect(kind().toFields({ title: "", chapter: "" })).toEqual({ title: "", chapter: 1 });
});

test("the folders of a file give its chapter and type", async () => {
  show();
  shown.place.mockReturnValue({ course: "CS246", chapter: 4, noteType: "Slides" });
  expect(await kind().readPlace("CS246/4/a.pdf")).toEqual({ fileFields: { chapter: "4", noteType: "Slides" } });
  shown.place.mockReturnValue({ course: "CS246" });
  expect(await kind().readPlace("a.pdf")).toEqual({ fileFields: {} });
  expect(server.requests).toEqual([]);
});

test("a file in the folder of another course is rejected, if that course exists", async () => {
  show();
  shown.possible = ["CS246", "MATH137", "XY1"];
  shown.place.mockReturnValue({ course: "MATH137" });
  server.answer = (request) => {
    if (request.endsWith("XY1")) throw notFound();
    return { code: "MATH137" };
  };
  expect(await kind().readPlace("MATH137/a.pdf")).toEqual({
    fileFields: {},
    rejection: "This belongs to MATH 137. Upload it there.",
  });
  expect(shown.place.mock.calls).toEqual([["MATH137/a.pdf", "CS246", ["CS246", "MATH137"]]]);
});

test("a file whose course cannot be looked up has to be added again", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  show();
  shown.place.mockImplementation(() => {
    throw new Error("Broken.");
  });
  expect(await kind().readPlace("a.pdf")).toEqual({
    fileFields: {},
    rejection: "Its course could not be looked up. Add the file again.",
  });
  expect(warn.mock.calls[0]?.[0]).toBe("The course and chapter of a file could not be looked up.");
});

function showOwn(errors: object = {}, fileFields: object = {}) {
  show();
  const onChange = vi.fn();
  const ownFields = shown.props.ownFields as unknown as (file: object) => ReactNode;
  const chosen = { file: new File(["%PDF"], "a.pdf"), fileFields };
  render(ownFields({ chosen, errors, shared: form.typed, onChange }));
  return onChange;
}
const own = (label: string) => screen.getByLabelText<HTMLInputElement>(`${label} of a.pdf`);

test("S4.up.1 one of several files has the shared type and chapter until it gets its own", () => {
  const onChange = showOwn();
  expect([own("Type").value, own("Chapter").value]).toEqual(["Lecture", "2"]);
  const other = (own("Type") as unknown as HTMLSelectElement).options[1]?.value;
  fireEvent.change(own("Type"), { target: { value: other } });
  fireEvent.change(own("Chapter"), { target: { value: "5" } });
  expect(onChange.mock.calls).toEqual([[{ noteType: other }], [{ chapter: "5" }]]);
  expect(own("Chapter").getAttribute("aria-invalid")).toBeNull();
  cleanup();
  showOwn({}, { chapter: "7" });
  expect(own("Chapter").value).toBe("7");
});

test("S4.up.1 a wrong chapter of one file is explained at its field", () => {
  showOwn({ chapter: "There is no such chapter." });
  const field = own("Chapter");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "There is no such chapter.",
  );
});
