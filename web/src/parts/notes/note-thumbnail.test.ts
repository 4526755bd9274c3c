import { expect, test } from "vitest";
import { firstPageThumbnail, noteThumbnail, savedNoteThumbnail } from "./note-thumbnail";

const preview = { smallUrl: "/small", largeUrl: "/large", thumbhash: "h", widthPx: 3, heightPx: 4 };
const facts = { preview } as never;
const page = { thumbhash: "h", widthPx: 3, heightPx: 4 };
const none = {} as never;

test("S2.notes.12 the first page has a small and a large picture", () => {
  expect(firstPageThumbnail(facts)).toEqual({ ...page, url: "/small" });
  expect(firstPageThumbnail(facts, "large")).toEqual({ ...page, url: "/large" });
  expect(firstPageThumbnail(none)).toBeUndefined();
});

test("S2.notes.12 a note shows its cover before its first page", () => {
  expect(noteThumbnail({ imageUrl: "/cover", facts })).toEqual({ url: "/cover" });
  expect(noteThumbnail({ imageUrl: "", facts }, "large")).toEqual({ ...page, url: "/large" });
  expect(noteThumbnail({ facts })).toEqual({ ...page, url: "/small" });
  expect(noteThumbnail({ facts: none })).toBeUndefined();
});

test("a saved note shows the picture that was stored, with its size if it is the first page", () => {
  expect(savedNoteThumbnail({ facts })).toBeUndefined();
  expect(savedNoteThumbnail({ previewUrl: "/small", facts })).toEqual({ ...page, url: "/small" });
  expect(savedNoteThumbnail({ previewUrl: "/old", facts })).toEqual({ url: "/old" });
  expect(savedNoteThumbnail({ previewUrl: "/old", facts: none })).toEqual({ url: "/old" });
});
