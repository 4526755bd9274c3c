import { expect, test } from "vitest";
import { asHtml } from "./export-html";

test("S6.export.2 Markdown becomes HTML of Anki, with its formulas, and HTML in it stays text", () => {
  const texts = [
    "What is *object* **slicing**?",
    "so $x_1 < y$.\n\n$$\n\\sum_i i\n$$",
    "- one\n- two",
    "`a*b` <b>no</b>",
    "```\nint x;\n```",
    "one\\\ntwo",
  ];
  expect(asHtml(texts)).toEqual([
    "<p>What is <em>object</em> <strong>slicing</strong>?</p>",
    "<p>so \\(x_1 &lt; y\\).</p>\n<p>\\[\\sum_i i\\]</p>",
    "<ul>\n<li>one</li>\n<li>two</li>\n</ul>",
    "<p><code>a*b</code> &lt;b&gt;no&lt;/b&gt;</p>",
    "<pre><code>int x;\n</code></pre>",
    "<p>one<br>\ntwo</p>",
  ]);
});
