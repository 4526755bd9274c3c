import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { ImportTally } from "@/data/courses/managed-courses";
import { ImportDialog } from "./import-dialog";

const mocks = vi.hoisted(() => ({ importCourses: vi.fn(), replaceTexts: vi.fn(), refresh: vi.fn() }));
const row = { line: 2, courseCode: "CS246", title: "Listed" };
const table = vi.hoisted(() => ({ batches: [] as unknown[], bad: [] }));
vi.mock("@/core/imports", () => ({ loadImports: async () => ({ readCourseTable: () => table }) }));
const nothing = { batches: 0, sent: 0, created: 0, updated: 0, unchanged: 0, rejected: [], different: [] };
vi.mock("@/data/courses/managed-courses", () => ({
  importCourses: mocks.importCourses,
  replaceDifferentTexts: mocks.replaceTexts,
  emptyImportTally: {},
  useRefreshCourses: () => mocks.refresh,
}));

afterEach(cleanup);

test("S6.adm.23 an import shows the texts that it did not change, and replaces them only on request", async () => {
  table.batches = [[row]];
  const different = [{ row: { ...row, version: 3 }, title: "Newer", description: "" }];
  const left: ImportTally = { ...nothing, batches: 1, sent: 1, different };
  mocks.importCourses.mockResolvedValue(left);
  mocks.replaceTexts.mockResolvedValue({ ...left, updated: 1, different: [] });
  render(<ImportDialog onClose={vi.fn()} />);
  const input = screen.getByLabelText("choose a file", { selector: "input" });
  fireEvent.change(input, { target: { files: [new File(["code,title"], "courses.csv")] } });
  fireEvent.click(await screen.findByRole("button", { name: "Import 1 course" }));
  const replace = await screen.findByRole("button", { name: "Replace 1 text" });
  expect(screen.getByRole("status").textContent).toMatch(/1 course has another text and did not change\.$/);
  const lines = within(screen.getByRole("region", { name: "Lines left out" }));
  expect(lines.getByRole("row", { name: "2 CS 246 has another title: Newer" })).toBeDefined();
  expect(mocks.replaceTexts).not.toHaveBeenCalled();
  fireEvent.click(replace);
  await vi.waitFor(() => expect(screen.queryByRole("region", { name: "Lines left out" })).toBeNull());
  expect(mocks.replaceTexts.mock.calls[0]?.slice(0, 2)).toEqual([table, left]);
  expect(screen.queryByRole("button", { name: /Replace/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Close" })).toBeDefined();
});
