import { cleanup, render, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { accessibleText } from "../deck/flip";
import { RichText } from "./rich-text";

afterEach(cleanup);

const shown = (text: string) => render(<RichText text={text} />).container;
const marked = (container: Element) => [...container.querySelectorAll("mark")].map((mark) => mark.innerHTML);

test("S3.gap.2 a blank is read as blank with its hint", () => {
  const blanks = shown("⸨city⸩ is the **⸨⸩** of Canada");
  expect(accessibleText(blanks)).toBe("blank, hint: city is the blank… of Canada");
  expect([...blanks.querySelectorAll(".gap-blank")].map((blank) => blank.parentElement?.tagName)).toEqual([
    "P",
    "STRONG",
  ]);
  expect(blanks.querySelector("[aria-hidden=true]")?.textContent).toBe("…");
});

test("S3.gap.2 an answer may contain Markdown and code, also beside emphasis", () => {
  expect(marked(shown("⸢**Ottawa** and *`x`*⸣ **⸢is⸣**"))).toEqual([
    "<strong>Ottawa</strong> and <em><code>x</code></em>",
    "is",
  ]);
  expect(marked(shown("`vector<⸢int⸣> v`"))).toEqual(["<code>int</code>"]);
  expect(marked(shown("- ⸢one⸣\n- two"))).toEqual(["one"]);
});

test("S3.gap.2 gaps in formulas are boxes", async () => {
  const container = shown("$x = ⸨root⸩$ and $y = ⸢\\frac{1}{2}⸣$");
  await waitFor(() => expect(container.querySelectorAll(".katex")).toHaveLength(2));
  expect(accessibleText(container)).toBe("x = {\\boxed{\\text{root}}} and y = {\\boxed{\\frac{1}{2}}}");
  expect(container.querySelector(".katex-error")).toBeNull();
});

test.each([
  ["an exponent and an index", "$x^⸨⸩ + y_⸢2⸣$", 2],
  ["the argument of a command", "$\\sqrt⸨root⸩ + \\frac⸢1⸣⸢2⸣$", 3],
  ["a hint with characters of TeX", "$⸨a\\\\b {c} 5% #1 d&e f_g h^i ~ \\<j\\>⸩$", 1],
  ["a hint with a dollar sign", "$$\n⸨5 $⸩\n$$", 1],
  ["an escaped ampersand", "$⸢a \\& b⸣$", 1],
  ["cells, which have no box", "$\\begin{matrix} ⸢a & b⸣ \\\\ c & d \\end{matrix}$", 0],
  ["rows, which have no box", "$$\n\\begin{aligned} ⸢a &= b \\\\ c &= d⸣ \\end{aligned}\n$$", 0],
])("S3.gap.2 a gap in a formula can be %s", async (_, text, boxes) => {
  const container = shown(text);
  await waitFor(() => expect(container.querySelector(".katex")).not.toBeNull());
  expect(container.querySelectorAll(".katex-error")).toHaveLength(0);
  expect(container.querySelectorAll(".katex-html .fbox")).toHaveLength(boxes);
});

test("S3.gap.2 a hint in a formula is shown as it was written", async () => {
  const container = shown("$⸨\\_a {b} 5% \\\\c~^⸩$");
  await waitFor(() => expect(container.querySelector(".katex")).not.toBeNull());
  const texts = [...container.querySelectorAll("mtext")].map(({ textContent }) => textContent);
  expect(texts.join("").replaceAll("\u00a0", " ")).toBe("_a {b} 5% \\c~^");
});

test("S3.gap.2 a display formula and a code block show their gaps too", async () => {
  const container = shown("$$\n⸨⸩ + 1\n$$\n\n```\nint ⸢x⸣ = ⸨number⸩;\n```");
  await waitFor(() => expect(container.querySelector(".katex-display")).not.toBeNull());
  expect(accessibleText(container)).toBe("{\\boxed{\\text{blank}}} + 1 int x = [number];");
});

test("S3.gap.2 marks without another end in the same block are dropped", () => {
  const container = shown("a ⸢b\n\nc⸣ d ⸨e ⸢f⸣");
  expect(container.textContent).toBe("a b\nc d e f");
  expect(marked(container)).toEqual(["f"]);
});
