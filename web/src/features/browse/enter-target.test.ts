import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { findEnterTarget } from "./enter-target";

const found = vi.hoisted(() => ({ enter: vi.fn(), course: vi.fn(), note: vi.fn() }));
vi.mock("@/core/search/queries", () => ({ findEnterMatch: found.enter, findCourseAsTyped: found.course }));
vi.mock("@/parts/member-note-search", () => ({ findNoteAsTyped: found.note }));

const target = () => findEnterTarget(new QueryClient(), "stat");

beforeEach(() => {
  for (const each of Object.values(found)) each.mockResolvedValue(undefined);
  found.note.mockResolvedValue({ place: "CS246", id: "n1" });
});

test("S2.browse.10 Enter opens an exact match before the first course shown", async () => {
  found.enter.mockResolvedValue("MATH135");
  found.course.mockResolvedValue("STAT230");
  expect(await target()).toBe("/download/MATH135");
});

test("S2.browse.10 Enter opens the first course shown, not a note below it", async () => {
  found.course.mockResolvedValue("STAT230");
  expect(await target()).toBe("/guide/STAT230/notes");
});

test("S2.browse.10 Enter opens a note if only notes contain the typed text", async () => {
  expect(await target()).toMatch(/^\/guide\/CS246\/notes.*n1$/);
});

test("S2.browse.10 Enter opens nothing if nothing matches, even before the list of notes has loaded", async () => {
  found.note.mockRejectedValue(new Error("There is no network."));
  expect(await target()).toBeUndefined();
});
