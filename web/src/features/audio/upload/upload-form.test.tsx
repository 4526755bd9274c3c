import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UploadForm } from "./upload-form";

const shown = vi.hoisted(() => ({ kind: {} as Record<string, never> }));
const form = {
  typed: { title: "Heaps", description: "Trees", subject: "CS 246" },
  errors: {},
  busy: false,
  hasSeveralFiles: false,
  set: vi.fn(),
};
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/parts/uploading/form/upload-form", () => ({
  UploadForm: ({ kind, children }: { kind: object; children: (form: object) => ReactNode }) => {
    shown.kind = kind as never;
    return children(form);
  },
}));
vi.mock("@/parts/uploading/form/subject-field", () => ({
  SubjectField: (props: object) => <input aria-label="Subject" {...props} />,
}));

interface Kind {
  checkFile: (core: object, file: object) => unknown;
  checkFields: (core: object, fields: object) => unknown;
  toFields: (typed: object) => object;
  withOrder: (fields: object, order: number) => object;
}
const kind = () => shown.kind as unknown as Kind;

beforeEach(() => {
  form.set.mockReset();
  render(<UploadForm shelf="deep-dive" />);
});
afterEach(cleanup);

test("S4.up.1 the form of a shelf has fields that report what is typed", () => {
  fireEvent.change(screen.getByLabelText("Title"), { target: { value: "Sets" } });
  fireEvent.change(screen.getByLabelText("Subject"), { target: { value: "MATH 137" } });
  fireEvent.change(screen.getByLabelText("Description optional"), { target: { value: "" } });
  expect(form.set.mock.calls).toEqual([[{ title: "Sets" }], [{ subject: "MATH 137" }], [{ description: "" }]]);
});

test("S4.up.1 the form says what it takes", () => {
  expect(shown.kind).toMatchObject({
    title: "Upload Audio Note",
    noun: "audio notes",
    missingFile: "Choose an audio file.",
    accept: "audio/*,.mp3,.m4a,.aac,.ogg,.oga,.opus,.wav,.flac",
    dropLabel: "Drop audio files here or",
    contentKind: "audio",
    initialFields: { title: "", subject: "", description: "" },
  });
});

test("S4.up.1 recordings are checked by their own rules, for their shelf, and keep their order", () => {
  const core = { validateAudioFile: vi.fn(() => "file"), validateAudioDraft: vi.fn(() => "fields") };
  expect(kind().checkFile(core, { name: "a.mp3", type: "audio/mpeg", size: 5 })).toBe("file");
  expect(kind().checkFields(core, { title: "Heaps" })).toBe("fields");
  expect(core.validateAudioFile.mock.calls).toEqual([["a.mp3", "audio/mpeg", 5]]);
  expect(core.validateAudioDraft.mock.calls).toEqual([[{ title: "Heaps", shelf: "deep-dive" }]]);
  expect(kind().toFields({ title: "Heaps" })).toEqual({ title: "Heaps" });
  expect(kind().withOrder({ title: "Heaps" }, 3)).toEqual({ title: "Heaps", order: 3 });
});
