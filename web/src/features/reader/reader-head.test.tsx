import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { ReadableNote } from "@/api/models";
import { albums } from "@/lib/urls/albums";
import { paths } from "@/lib/urls/paths";
import { ReaderHead } from "./reader-head";

const fallback = vi.hoisted(() => vi.fn());
vi.mock("@/ui/layout/back-button", () => ({
  BackButton: (props: { fallback?: string }) => {
    fallback(props.fallback);
    return null;
  },
}));

afterEach(cleanup);
function show(note: object): void {
  render(
    <MemoryRouter>
      <ReaderHead note={{ id: "n", title: "Pointers", ...note } as ReadableNote} />
    </MemoryRouter>,
  );
}
const about = () => document.querySelector(".reader-about")?.textContent;
const link = () => screen.queryByRole("link")?.getAttribute("href");

test.each([
  ["of a course", { course: "CS246" }, paths.noteIn("CS246", "n"), "CS 246"],
  ["of an album", { album: "nightOwl" }, albums.nightOwl.href, albums.nightOwl.title],
  ["of a course in an album", { album: "nightOwl", course: "CS246" }, albums.nightOwl.href, albums.nightOwl.title],
])("the head of a note %s links to its course or album", (_, note, href, text) => {
  show(note);
  expect(screen.getByRole("heading", { name: "Pointers" }).title).toBe("Pointers");
  expect([link(), about()]).toEqual([href, text]);
  expect(fallback).toHaveBeenLastCalledWith(href);
  expect(document.querySelector(".whole")).toBeNull();
});

test("a note without a collection shows its type only, and a deleted one until when it can be read", () => {
  show({ noteType: "Summary" });
  expect([link(), about()]).toEqual([undefined, " · Summary"]);
  cleanup();
  show({ course: "CS246", noteType: "Summary", fileUntil: "2026-12-01T12:00:00Z" });
  expect(about()).toMatch(/^CS 246 · Summary · Deleted; you can read your copy until .*2026/);
  expect(document.querySelector(".whole")).not.toBeNull();
});
