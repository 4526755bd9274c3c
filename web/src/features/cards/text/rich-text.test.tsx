import { render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { accessibleText } from "../deck/flip";
import { renderFormula } from "./formula";
import { RichText } from "./rich-text";

function drawn(tex: string, isBlock = false): HTMLElement {
  const place = document.createElement("div");
  place.append(...renderFormula(tex, isBlock));
  return place;
}

test("S3.card.1 a formula sets its styles in a way that the CSP allows, and has accessible text", () => {
  const place = drawn("\\vec v");
  expect(place.querySelectorAll("[data-style]")).toHaveLength(0);
  expect(place.querySelector<HTMLElement>(".katex-overlay")?.style.width).toBe("0.471em");
  expect(place.querySelector("math annotation")?.textContent).toBe("\\vec v");
  expect(accessibleText(place)).toBe("\\vec v");
});

test("S3.card.1 text in a formula cannot become an attribute, and a formula adds no links, files or errors", () => {
  expect(drawn('\\text{ style="color:red" }').textContent).toContain('style="color:red"');
  expect(
    drawn("\\href{javascript:alert(1)}{x} \\includegraphics{https://example.org/a.png}").querySelector("a, img"),
  ).toBeNull();
  expect(drawn("\\frac{").querySelector(".katex-error")?.textContent).toBe("\\frac{");
});

test("the height of a formula with a huge rule is limited to 10 em", () => {
  const strut = drawn("\\rule{1000000em}{1000000em}").querySelector<HTMLElement>(".katex-strut");
  expect(strut?.style.height).toBe("10em");
});

test.each([
  "$12\\text{\\textdollar}$",
  "$f = 1 \\text{ if \\(x\\) is odd}$",
  "$^{\\text{50\\%}}$",
  "$_{\\text{a\\&b\\#\\_\\{\\}\\textdollar{}\\textasciitilde{}\\textbackslash{}\\textbar{}}}$",
  "$^{\\text{n\\textasciicircum{}2}}$",
  "$_{\\text{k}^{\\textbf{\\textit{2}}}{}_{\\text{漢}}}$",
  "so $a$&#8203;$b$",
])("S6.import.3 KaTeX renders converted Anki formulas and superscripts: %s", async (text) => {
  const { container } = render(<RichText text={text} />);
  await waitFor(() => expect(container.querySelector(".katex")).not.toBeNull());
  expect(container.querySelectorAll(".katex-error, code")).toHaveLength(0);
  expect(container.querySelectorAll(".katex")).toHaveLength(text.startsWith("so") ? 2 : 1);
});

test.each([
  ["a formula in a line: $x$", false],
  ["$$x$$", true],
  ["before $$x$$ behind", true],
  ["$$\nx\n$$", true],
  ["- in a list\n\n  $$x$$", true],
])("S3.card.1 two dollar signs make a display formula: %j", async (text, isBlock) => {
  const { container } = render(<RichText text={text} />);
  await waitFor(() => expect(container.querySelector(".katex")).not.toBeNull());
  expect(container.querySelectorAll(".katex-display")).toHaveLength(isBlock ? 1 : 0);
});

test("S3.card.1 HTML is shown as text, images are omitted, and only web URLs become links", () => {
  const text =
    "<b onclick='x'>bold</b> ![spy](https://example.org/a.png) [a](javascript:alert(1)) [b](https://example.org)\n\n# Heading";
  const { container } = render(<RichText text={text} />);
  expect(container.textContent).toContain("<b onclick='x'>bold</b>");
  expect(container.querySelectorAll("b, img, h1, script")).toHaveLength(0);
  expect([...container.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual([
    "",
    "https://example.org",
  ]);
  expect(screen.getByText("Heading").tagName).toBe("STRONG");
});
