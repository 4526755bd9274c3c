import { describe, expect, it } from "vitest";
import {
  addFiles,
  emptyDraft,
  filesWithMetadata,
  inPublicationOrder,
  removeFile,
  type SelectedFile,
  setFileMetadata,
  setSharedFields,
  sortByTrackNumber,
  type UploadFormDraft,
  type UploadMetadata,
} from "./selected-files";

type Typed = UploadMetadata & { chapter: string };

const empty = emptyDraft<Typed>({ title: "", description: "", chapter: "1" });
const typed = (title: string, draft = empty) => setSharedFields(draft, { title });
const file = (key: number, title: string, rejection?: string): SelectedFile<Typed> => ({
  key,
  file: new File([], `${title}.pdf`),
  title,
  fileFields: {},
  rejection,
});
const titles = (draft: UploadFormDraft<Typed>) => filesWithMetadata(draft).map((each) => each.typed.title);

describe("title of a single file", () => {
  it("is suggested from the file name until the user types one", () => {
    const one = addFiles(empty, [file(1, "week one")]);
    expect(one.sharedFields.title).toBe("week one");
    const none = removeFile(one, 1);
    expect(none.sharedFields.title).toBe("");
    expect(addFiles(none, [file(2, "week two")]).sharedFields.title).toBe("week two");
    expect(addFiles(typed("Pointers"), [file(1, "week one")]).sharedFields.title).toBe("Pointers");
    expect(removeFile(typed("Pointers", one), 1).sharedFields.title).toBe("Pointers");
  });

  it("is suggested also if other files cannot be sent", () => {
    expect(addFiles(empty, [file(1, "owl", "No PDF."), file(2, "week one")]).sharedFields.title).toBe("week one");
  });

  it("stays with its file when others are added, and returns when they are removed", () => {
    const two = addFiles(typed("Pointers", addFiles(empty, [file(1, "week one")])), [file(2, "week two")]);
    expect(titles(two)).toEqual(["Pointers", "week two"]);
    expect(two.sharedFields.title).toBe("");
    expect(titles(removeFile(two, 2))).toEqual(["Pointers"]);
    expect(titles(removeFile(setFileMetadata(two, 2, { title: "References" }), 1))).toEqual(["References"]);
  });
});

describe("values from the folder of a single file", () => {
  const inFolder = (key: number, chapter: string) => ({ ...file(key, "week one"), fileFields: { chapter } });
  const chapters = (draft: UploadFormDraft<Typed>) => filesWithMetadata(draft).map((each) => each.typed.chapter);

  it("S4.up.1 fill the fields that the user has not set", () => {
    expect(chapters(addFiles(empty, [inFolder(1, "3")]))).toEqual(["3"]);
    expect(chapters(addFiles(setSharedFields(empty, { chapter: "5" }), [inFolder(1, "3")]))).toEqual(["5"]);
    expect(chapters(addFiles(typed("Pointers"), [inFolder(1, "3")]))).toEqual(["3"]);
  });

  it("S4.up.1 fill a field that the user has emptied", () => {
    const emptied = setSharedFields(setSharedFields(empty, { chapter: "5" }), { chapter: "" });
    expect(chapters(addFiles(emptied, [inFolder(1, "3")]))).toEqual(["3"]);
  });

  it("S4.up.1 are replaced by what the user types later, also when other files are added", () => {
    const edited = setSharedFields(addFiles(empty, [inFolder(1, "3")]), { chapter: "5" });
    expect(chapters(addFiles(edited, [file(2, "owl", "No PDF.")]))).toEqual(["5"]);
    expect(chapters(addFiles(edited, [inFolder(2, "4")]))).toEqual(["5", "4"]);
  });

  it("S4.up.1 are kept when the other files are removed", () => {
    const two = addFiles(setSharedFields(empty, { chapter: "5" }), [inFolder(1, "3"), inFolder(2, "4")]);
    expect(chapters(removeFile(two, 1))).toEqual(["4"]);
  });
});

describe("several files", () => {
  it("share the typed values, except those set for one file", () => {
    const two = addFiles(empty, [file(1, "week one"), file(2, "week two")]);
    const own = setFileMetadata(two, 2, { own: { chapter: "7" } });
    const all = { ...own, sharedFields: { ...own.sharedFields, chapter: "3", description: "For both" } };
    expect(filesWithMetadata(all).map((each) => each.typed)).toEqual([
      { title: "week one", description: "For both", chapter: "3" },
      { title: "week two", description: "For both", chapter: "7" },
    ]);
  });
});

describe("order of several files", () => {
  const tracked = (name: string, track?: number) => ({ file: new File([], name), track });
  const namesOf = (files: ReturnType<typeof tracked>[]) => sortByTrackNumber(files).map(({ file }) => file.name);

  it("follows track numbers, and names for equal numbers", () => {
    const files = [tracked("b.mp3", 2), tracked("c.mp3", 10), tracked("z.mp3", 1), tracked("a.mp3", 2)];
    expect(namesOf(files)).toEqual(["z.mp3", "a.mp3", "b.mp3", "c.mp3"]);
  });

  it("follows names, with numbers in numeric order, if one file has no track number", () => {
    const files = [tracked("Lecture 10.mp3", 1), tracked("lecture 9.mp3"), tracked("Lecture 2.mp3", 3)];
    expect(namesOf(files)).toEqual(["Lecture 2.mp3", "lecture 9.mp3", "Lecture 10.mp3"]);
  });

  it("places rejected files at the end and does not count their missing track number", () => {
    const files = [{ ...file(1, "b"), track: 2 }, file(2, "a", "No recording."), { ...file(3, "c"), track: 1 }];
    expect(inPublicationOrder(files).map(({ title }) => title)).toEqual(["c", "b", "a"]);
  });
});
