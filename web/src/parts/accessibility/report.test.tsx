import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type Check, checkNames, checks, type Finding, findingText, reportSummary } from "./findings";
import { AccessibilityFindings } from "./report";

afterEach(cleanup);

const finding = (check: Check, more: Partial<Finding> = {}): Finding =>
  ({ check, outcome: "problem", count: 1, ...more }) as Finding;
const report = (...findings: Finding[]) => ({ findings }) as never;

test.each(checkNames)("S6.adm.35 the check “%s” has a title, sentences and a fix for each program", (name) => {
  const { title, problem, undecided, fixes } = checks[name];
  expect(title).toMatch(/^[A-Z][a-z]/);
  for (const text of [problem(1), problem(2), ...(undecided ? [undecided(1), undecided(2)] : [])]) {
    expect(text).toMatch(/^\S.{10,}[.?]$/);
    expect(text).not.toContain("undefined");
  }
  expect(Object.keys(fixes)).toEqual(["word", "latex", "libreOffice"]);
  for (const fix of Object.values(fixes)) expect(fix).toMatch(/^\S.{15,}\.$/);
});

test("S6.adm.35 no two checks have the same title or sentence", () => {
  const all = Object.values(checks);
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  expect(new Set(all.map(({ problem }) => problem(1))).size).toBe(all.length);
});

test.each([
  [finding("textLayer"), "1 page is an image without text."],
  [finding("textLayer", { count: 2 }), "2 pages are images without text."],
  [finding("textLayer", { count: 2, pages: "1, 3" }), "2 pages are images without text. (Pages: 1, 3)"],
  [
    finding("textLayer", { outcome: "undecided" }),
    "1 page has drawings and no text. If the drawings show text, screen readers cannot read it.",
  ],
  [finding("title", { outcome: "undecided" }), "The file has no title."],
  [finding("formFields", { count: 3 }), "3 form fields have no description."],
])("S6.adm.35 the finding %j reads: %s", (found, text) => {
  expect(findingText(found)).toBe(text);
});

test.each([
  [undefined, "Not checked yet"],
  [report(), "No problems"],
  [report(finding("title")), "1 problem"],
  [report(finding("title"), finding("tagged")), "2 problems"],
  [report(finding("title", { outcome: "undecided" })), "No problems, 1 to check"],
  [report(finding("title", { outcome: "undecided" }), finding("tagged")), "1 problem, 1 to check"],
])("S6.adm.35 a report is summarised: %#", (of, text) => {
  expect(reportSummary(of)).toBe(text);
});

test("S6.adm.35 problems come before what a person must check, each with its fixes, then what passed", () => {
  const found = report(finding("title", { outcome: "undecided" }), finding("contrast", { pages: "2" }));
  const { container } = render(<AccessibilityFindings report={found} />);
  const items = within(screen.getByRole("list", { name: "Accessibility findings" })).getAllByRole("listitem");
  expect(items.map((item) => item.querySelector("p")?.textContent)).toEqual(["Contrast Problem", "Title Please check"]);
  expect(items[0]?.textContent).toContain("(Pages: 2)");
  expect(items[0]?.querySelector("summary")?.textContent).toBe("How to fix it");
  expect([...(items[1]?.querySelectorAll("dt, dd") ?? [])].map(({ textContent }) => textContent)).toEqual([
    "Word",
    checks.title.fixes.word,
    "LaTeX",
    checks.title.fixes.latex,
    "LibreOffice",
    checks.title.fixes.libreOffice,
  ]);
  const passed = container.querySelector(".hint:last-child")?.textContent ?? "";
  expect(passed).toMatch(/^Passed: tags, .+, and .+\.$/);
  expect(passed).not.toContain("contrast");
});

test("S6.adm.35 a report without findings has no list, and one with all has nothing that passed", () => {
  const { container } = render(<AccessibilityFindings report={report()} />);
  expect(screen.queryByRole("list")).toBeNull();
  expect(container.textContent).toContain("Passed: ");
  cleanup();
  const all = render(<AccessibilityFindings report={report(...checkNames.map((name) => finding(name)))} />);
  expect(screen.getAllByRole("listitem")).toHaveLength(checkNames.length);
  expect(all.container.textContent).not.toContain("Passed: ");
});
