// @vitest-environment jsdom
import { expect, test } from "vitest";
import { DROPPED_FILES_MAX, pathInFolder, readDroppedFolders } from "./dropped-files";

interface Folder {
  [name: string]: Folder | string;
}

function entryOf(name: string, content: Folder | string): FileSystemEntry {
  if (typeof content === "string") {
    const file = (resolve: (file: File) => void) => resolve(new File([content], name));
    return { name, isFile: true, isDirectory: false, file } as unknown as FileSystemEntry;
  }
  const createReader = () => {
    // Browsers return at most 100 entries at once.
    const batches = [Object.entries(content).map(([each, inner]) => entryOf(each, inner))];
    return { readEntries: (resolve: (batch: FileSystemEntry[]) => void) => resolve(batches.pop() ?? []) };
  };
  return { name, isFile: false, isDirectory: true, createReader } as unknown as FileSystemEntry;
}

const dropped = (content: Folder) =>
  Object.entries(content).map(([name, inner]) => ({ webkitGetAsEntry: () => entryOf(name, inner) }));

const read = (content: Folder) => readDroppedFolders(dropped(content) as unknown as DataTransferItemList);

test("S6.cli.5 the files of a dropped folder are read with their paths, sorted by the numbers in their names", async () => {
  const files = await read({ CS246: { "Week 10": { "b.pdf": "b" }, "Week 2": { "a.pdf": "a", ".DS_Store": "x" } } });
  expect(files?.map(pathInFolder)).toEqual(["CS246/Week 2/a.pdf", "CS246/Week 10/b.pdf"]);
});

test("S6.cli.5 dropped files without a folder are left to the caller", () => {
  expect(read({ "a.pdf": "a" })).toBeUndefined();
  expect(readDroppedFolders(undefined)).toBeUndefined();
  expect(pathInFolder(new File([], "a.pdf"))).toBe("a.pdf");
});

test("S6.cli.5 a dropped folder with too many files is refused", async () => {
  const names = Array.from({ length: DROPPED_FILES_MAX + 1 }, (_, at) => [`${at}.pdf`, "a"]);
  await expect(read({ CS246: Object.fromEntries(names) })).rejects.toThrow(RangeError);
});
