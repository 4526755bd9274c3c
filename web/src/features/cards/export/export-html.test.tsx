import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { GapsModule } from "@/core/gaps";
import { startWasmModule } from "@/core/testing";
import { toHtml } from "./export-html";

test("S6.export.2 Markdown is converted to Anki's HTML with formulas, and HTML in it is exported as text", () => {
  const texts = [
    "What is *object* **slicing**?",
    "so $x_1 < y$.\n\n$$\n\\sum_i i\n$$",
    "- one\n- two",
    "`a*b` <b>no</b>",
    "```\nint x;\n```",
    "one\\\ntwo",
  ];
  expect(toHtml(texts)).toEqual([
    "<p>What is <em>object</em> <strong>slicing</strong>?</p>",
    "<p>so \\(x_1 &lt; y\\).</p>\n<p>\\[\\sum_i i\\]</p>",
    "<ul>\n<li>one</li>\n<li>two</li>\n</ul>",
    "<p><code>a*b</code> &lt;b&gt;no&lt;/b&gt;</p>",
    "<pre><code>int x;\n</code></pre>",
    "<p>one<br>\ntwo</p>",
  ]);
});

test("S6.export.2 text that Anki would read as a formula or a sound is exported as text", () => {
  const texts = ["\\\\(x\\\\) and \\\\\\[y\\]", "\\[sound:a.mp3\\] $\\[x\\]$", "`\\(x\\)`"];
  expect(toHtml(texts)).toEqual([
    "<p>\\<!---->(x\\) and \\<!---->[y]</p>",
    "<p>[<!---->sound:a.mp3] \\(\\[x\\]\\)</p>",
    "<p><code>\\<!---->(x\\)</code></p>",
  ]);
});

/** Markdown and the HTML exported from it. A test of `wasm-core` imports the same HTML. */
const roundTrip = Object.entries(
  JSON.parse(readFileSync("../wasm-core/tests/fixtures/anki-round-trip.json", "utf8")) as Record<string, string>,
);

test.each(roundTrip)("S6.export.2 an exported card is imported unchanged: %j", (markdown, html) => {
  expect(toHtml([markdown])).toEqual([html]);
});

/** Fronts with gaps and their HTML. A test of the deck reader takes it through Anki. */
const gapCards = JSON.parse(readFileSync("../functions/readers/tests/fixtures/anki/gaps.json", "utf8")) as Record<
  string,
  string
>;

test("S6.export.3 gaps are exported in Anki's syntax, and text that looks like it is exported as text", async () => {
  const gaps = await startWasmModule<GapsModule>("gaps_core");
  const fronts = Object.keys(gapCards);
  expect(fronts).toHaveLength(100);
  const html = toHtml(fronts.map((front) => gaps.gapsForAnki(front)));
  expect(Object.fromEntries(fronts.map((front, index) => [front, html[index]]))).toEqual(gapCards);
});
