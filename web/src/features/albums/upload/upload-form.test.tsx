import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UploadForm } from "./upload-form";

const shown = vi.hoisted(() => ({ kind: {} as Record<string, never>, kept: vi.fn(), picture: {} as object }));
const form = {
  typed: { title: "Heaps", description: "Trees", subject: "CS 246", review: false, picture: undefined },
  errors: {},
  busy: false,
  hasSeveralFiles: true,
  set: vi.fn(),
};
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/parts/uploading/kept-pictures", () => ({
  useKeptPictures: shown.kept,
  keepPicture: vi.fn(),
  dropPicture: vi.fn(),
}));
vi.mock("@/parts/uploading/form/upload-form", () => ({
  UploadForm: ({ kind, children }: { kind: object; children: (form: object) => ReactNode }) => {
    shown.kind = kind as never;
    return children(form);
  },
}));
vi.mock("@/parts/uploading/form/subject-field", () => ({
  SubjectField: (props: object) => <input aria-label="Subject" {...props} />,
}));
vi.mock("@/parts/uploading/form/picture-field", () => ({
  PictureField: ({ onPicture, ...props }: { onPicture: (picture: string) => void }) => {
    shown.picture = props;
    return (
      <button type="button" onClick={() => onPicture("the picture")}>
        Choose a picture
      </button>
    );
  },
}));

interface Kind {
  checkFile: (core: object, file: object) => unknown;
  checkFields: (core: object, fields: object) => unknown;
  toFields: (typed: object) => object;
}
const kind = () => shown.kind as unknown as Kind;

beforeEach(() => {
  form.set.mockReset();
  render(<UploadForm album="cram" />);
});
afterEach(cleanup);

test("S4.up.1 the form of an album has fields that report what is typed", () => {
  fireEvent.change(screen.getByLabelText("Subject"), { target: { value: "MATH 137" } });
  fireEvent.change(screen.getByLabelText("Description optional"), { target: { value: "" } });
  fireEvent.click(screen.getByRole("checkbox", { name: /^Review accessibility/ }));
  fireEvent.click(screen.getByRole("button", { name: "Choose a picture" }));
  expect(form.set.mock.calls).toEqual([
    [{ subject: "MATH 137" }],
    [{ description: "" }],
    [{ review: true }],
    [{ picture: "the picture" }],
  ]);
  expect(shown.picture).toEqual({ picture: undefined, isForSeveral: true, disabled: false });
  expect(shown.kept).toHaveBeenCalled();
});

test("S4.up.1 the files of an album are checked by its own rules", () => {
  const core = { validateAlbumFile: vi.fn(() => "file"), validateAlbumDraft: vi.fn(() => "fields") };
  expect(kind().checkFile(core, { name: "a.PDF", type: "", size: 5 })).toBe("file");
  expect(kind().checkFile(core, { name: "a.txt", type: "", size: 5 })).toBe("file");
  expect(core.validateAlbumFile.mock.calls).toEqual([
    ["a.PDF", "application/pdf", 5],
    ["a.txt", "", 5],
  ]);
  expect(kind().checkFields(core, { subject: "S", title: "T", description: "D" })).toBe("fields");
  expect(core.validateAlbumDraft.mock.calls).toEqual([["cram", "S", "T", "D"]]);
  expect(kind().toFields({ title: "T" })).toEqual({ title: "T" });
  expect(shown.kind).toMatchObject({
    contentKind: "albumNote",
    title: "Upload PDF Note",
    noun: "notes",
    missingFile: "Choose a PDF file.",
    accept: ".pdf,application/pdf",
    initialFields: { subject: "", title: "", description: "", review: false },
  });
});
