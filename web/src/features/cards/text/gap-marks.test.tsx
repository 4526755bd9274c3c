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
  expect(accessibleText(container)).toBe("x = \\boxed{\\text{root}} and y = \\boxed{\\frac{1}{2}}");
  expect(container.querySelector(".katex-error")).toBeNull();
});

test("S3.gap.2 a display formula and a code block show their gaps too", async () => {
  const container = shown("$$\n⸨⸩ + 1\n$$\n\n```\nint ⸢x⸣ = ⸨number⸩;\n```");
  await waitFor(() => expect(container.querySelector(".katex-display")).not.toBeNull());
  expect(accessibleText(container)).toBe("\\boxed{\\text{blank}} + 1 int x = [number];");
});

test("S3.gap.2 marks without another end in the same block are dropped", () => {
  const container = shown("a ⸢b\n\nc⸣ d ⸨e ⸢f⸣");
  expect(container.textContent).toBe("a b\nc d e f");
  expect(marked(container)).toEqual(["f"]);
});
