import { expect, test } from "vitest";
import type { Highlight } from "@/api/models";
import { groupByNote, toMarkdown } from "./highlights";

const highlight = (id: string, noteId: string, page: number, quote: string, remark = ""): Highlight => ({
  id,
  noteId,
  title: noteId === "n1" ? "Observers" : "Heaps [2]",
  ...(noteId === "n1" && { course: "CS246" }),
  mark: { sha256: "0", page, quote, prefix: "", suffix: "", colour: "blue", remark },
  madeAt: "2026-11-21T10:00:00Z",
});

const all = [
  highlight("c", "n2", 1, "A heap is a tree"),
  highlight("b", "n1", 7, "notifies *all*\nobservers", "Which?\n# All"),
  highlight("a", "n1", 2, "A subject"),
];

test("highlights are grouped by note and page, and filtered by the text of quote, remark and course", () => {
  const shape = (filter?: string) =>
    groupByNote(all, filter).map(({ title, highlights }) => [title, ...highlights.map(({ id }) => id)]);
  expect(shape()).toEqual([
    ["Observers", "a", "b"],
    ["Heaps [2]", "c"],
  ]);
  expect(shape("all which")).toEqual([["Observers", "b"]]);
  expect(shape("cs 246 subject")).toEqual([["Observers", "a"]]);
  expect(shape("nowhere")).toEqual([]);
});

test("the Markdown export contains the highlights as quotes, with remarks and links", () => {
  expect(toMarkdown(groupByNote(all.slice(0, 2)), "https://noteninja.test")).toBe(
    [
      "# My highlights",
      "",
      "## CS 246: Observers",
      "",
      "> notifies \\*all\\* observers",
      "",
      "Which?",
      "\\# All",
      "",
      "[Page 7](https://noteninja.test/note/n1#page=7&highlight=b)",
      "",
      "## Heaps \\[2\\]",
      "",
      "> A heap is a tree",
      "",
      "[Page 1](https://noteninja.test/note/n2#page=1&highlight=c)",
      "",
    ].join("\n"),
  );
});
