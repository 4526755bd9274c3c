import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, expect, test } from "vitest";
import { ConsoleLayout } from "./console-layout";
import { accessibilityTitles, itemCountText, kindPlurals, kindTitles, partialFailureText, trashTitles } from "./labels";

afterEach(cleanup);

test("S6.adm.5 each kind of item has its titles", () => {
  expect(kindTitles).toEqual({ note: "Course note", audio: "Audio note", albumNote: "Album note" });
  expect(kindPlurals).toEqual({ note: "Course notes", audio: "Audio notes", albumNote: "Album notes" });
  expect(trashTitles).toEqual({ ...kindTitles, file: "Replaced file" });
  expect(accessibilityTitles).toEqual({ problems: "Problems", none: "No problems", unknown: "Not checked yet" });
});

test.each([
  [0, "0 items"],
  [1, "1 item"],
  [2, "2 items"],
])("S6.adm.5 %i items are counted as %s", (count, text) => {
  expect(itemCountText(count)).toBe(text);
});

test.each([
  [2, "2 of 3 restored. “Sets” could not be restored."],
  [0, "“Sets” could not be restored."],
])("S6.adm.8 a write that failed after %i items names the rest", (done, text) => {
  expect(partialFailureText(done, [{ title: "Sets" }], "restored")).toBe(text);
});

test("the console has a tab for each page, and marks the current one only", () => {
  render(
    <MemoryRouter initialEntries={["/admin/trash"]}>
      <Routes>
        <Route path="/admin" element={<ConsoleLayout />}>
          <Route path="trash" element={<p>The trash</p>} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Console");
  expect(screen.getByRole("navigation", { name: "Console" })).toBeDefined();
  expect(screen.getAllByRole("link").map((tab) => [tab.textContent, tab.getAttribute("href")])).toEqual([
    ["Content", "/admin"],
    ["Courses", "/admin/courses"],
    ["Uploads", "/admin/uploads"],
    ["Requests", "/admin/requests"],
    ["Reports", "/admin/reports"],
    ["Copyright", "/admin/copyright"],
    ["Students", "/admin/students"],
    ["Trash", "/admin/trash"],
    ["Keys", "/admin/keys"],
    ["Activity", "/admin/activity"],
  ]);
  const current = screen.getAllByRole("link").filter((tab) => tab.getAttribute("aria-current") === "page");
  expect(current.map(({ textContent }) => textContent)).toEqual(["Trash"]);
  expect(screen.getByText("The trash")).toBeDefined();
});
