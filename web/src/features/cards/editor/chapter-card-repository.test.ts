import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import type { StudyChapter } from "@/api/models";
import { chapterCardRepository } from "./chapter-card-repository";

const study = vi.hoisted(() => ({
  createCard: vi.fn(),
  editCard: vi.fn(),
  removeCardImage: vi.fn(),
  cacheChapter: vi.fn(),
}));
vi.mock("@/data/cards/chapters", () => study);

const queries = new QueryClient();
const writer = chapterCardRepository(queries, "CS246", "ch1");
const fields = { title: "Front", content: "Back", imageAlt: "" };
const image = { url: "/a.jpg", width: 1, height: 1, alt: "" };
const chapterOf = (...cards: object[]) => ({ chapter: { id: "ch1" }, cards }) as StudyChapter;

test("an edited card uses its own version and picture, not those of another card", async () => {
  const now = chapterOf({ id: "first", version: 9, image }, { id: "mine", version: 3 }, { id: "last", version: 5 });
  study.editCard.mockReset().mockResolvedValue(now);
  const written = await writer.write({ id: "mine", version: 2, fields, order: undefined, chapterId: "" });
  expect(written).toEqual({ version: 3, hasImage: false });
  expect(study.editCard).toHaveBeenCalledExactlyOnceWith("CS246", "ch1", "mine", 2, fields);
  expect(study.cacheChapter).toHaveBeenLastCalledWith(queries, "CS246", "ch1", now);
});

test("a new card is added at its position", async () => {
  const now = chapterOf({ id: "first", version: 9 }, { id: "mine", version: 4, image });
  study.createCard.mockReset().mockResolvedValue(now);
  study.editCard.mockReset();
  const written = await writer.write({ id: "mine", version: undefined, fields, order: 2, chapterId: "" });
  expect(written).toEqual({ version: 4, hasImage: true });
  expect(study.createCard).toHaveBeenCalledExactlyOnceWith("CS246", "ch1", "mine", fields, 2);
  expect(study.editCard).not.toHaveBeenCalled();
});

test("a removed picture disappears from its card at once", async () => {
  const now = chapterOf({ id: "mine", version: 5 });
  study.removeCardImage.mockReset().mockResolvedValue(now);
  await writer.removePicture("mine", "/a.jpg");
  expect(study.removeCardImage).toHaveBeenCalledExactlyOnceWith("CS246", "ch1", "mine", "/a.jpg");
  expect(study.cacheChapter).toHaveBeenLastCalledWith(queries, "CS246", "ch1", now);
});
