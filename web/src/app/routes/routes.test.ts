// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { shouldRevalidate as browsesAgain } from "./browse";
import { loader as loadNotes } from "./notes";

vi.mock("@/api/session", () => import("@/api/testing"));
vi.mock("@/features/browse/browse-page", () => ({ BrowsePage: () => null }));
vi.mock("@/features/notes/notes-page", () => ({ NotesPage: () => null, MissingCourse: () => null }));
vi.mock("@/features/cards/chapter-list", () => ({ ChapterList: () => null }));
vi.mock("@/core/engine", () => ({ loadCore: async () => ({ parseCourseCode: () => undefined }) }));

test("what is typed on the page of all courses loads nothing again", () => {
  expect(browsesAgain()).toBe(false);
});

/** What the loader of the page of a course answers to an address. */
function answerTo(guideId: string) {
  const request = new Request(`http://localhost/guide/${encodeURIComponent(guideId)}/notes`);
  return loadNotes({ params: { guideId }, request } as unknown as Parameters<typeof loadNotes>[0]);
}

test("the address of no course leads to all of them", async () => {
  const answer = await answerTo(" ");
  expect(answer).toBeInstanceOf(Response);
  expect((answer as Response).headers.get("location")).toBe("/browse");
});

test("the address of what is no code says what was asked for", async () => {
  expect(await answerTo("nothing")).toEqual({ code: undefined, display: "nothing" });
});
