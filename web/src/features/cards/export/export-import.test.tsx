import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { ImportsModule } from "@/core/imports";
import { startWasmModule } from "@/core/testing";
import { toHtml } from "./export-html";

let core: ImportsModule;
beforeAll(async () => {
  core = await startWasmModule<ImportsModule>("imports_core");
});

/** Returns the Markdown that the importer reads from Anki's HTML of a card's back. */
function imported(html: string): string {
  const text = `#separator:tab\n#html:true\nfront\t"${html.replaceAll('"', '""')}"\n`;
  const table = core.readCardTable(new TextEncoder().encode(text), undefined, [], 1);
  const card = table.batches[0]?.[0];
  if (!card) throw new Error(`No card: ${JSON.stringify(table.bad)}`);
  return card.content;
}

const word = fc.constantFrom(
  "word",
  "**bold**",
  "*it*",
  "~~no~~",
  "`a*b`",
  "$x_1 < y$",
  "2 \\* 3",
  "\\$5",
  "x\\#",
  "&amp;lt;",
);
const inline = fc.oneof(word, fc.constantFrom("$$y$$", '[link](https://x.org "title")'));
const words = fc.tuple(word, fc.array(inline, { maxLength: 3 })).map(([first, others]) => [first, ...others].join(" "));
/** Escaped characters that would otherwise start a block. */
const literal = fc.constantFrom("", "\\# ", "\\> ", "\\- ", "\\+ ", "1\\. ", "2\\) ", "\\:- ");
const line = fc.tuple(literal, words).map((parts) => parts.join(""));
const paragraph = fc.array(line, { minLength: 1, maxLength: 2 }).map((lines) => lines.join("\\\n"));
const heading = fc.tuple(fc.integer({ min: 1, max: 6 }), words).map(([level, text]) => `${"#".repeat(level)} ${text}`);
const code = fc.constantFrom("```\nint x;\n\n  return *x;\n```", "```cpp\n# no heading\n```", "````\n```\n````");
const table = fc.constantFrom("| a | b |\n| :-- | --- |\n| `x\\|y` | $1$ |", "| **a** |\n| :-: |");
const leaf = fc.oneof(paragraph, heading, code, table, fc.constantFrom("$$z^2$$", "a\n\n---\n\nb"));

/** Puts `sign` before the first line of a block and `others` before each following line. */
function within(block: string, sign: string, others: string): string {
  return block
    .split("\n")
    .map((line, index) => (index === 0 ? sign : others) + line)
    .join("\n");
}

const { blocks } = fc.letrec<{ blocks: string; block: string }>((tie) => ({
  blocks: fc.array(tie("block"), { minLength: 1, maxLength: 3 }).map((all) => all.join("\n\n")),
  block: fc.oneof(
    { maxDepth: 2, depthIdentifier: "card" },
    leaf,
    tie("blocks").map((inside) => within(inside, "> ", "> ")),
    fc
      .tuple(fc.constantFrom("- ", "1. ", "9. "), fc.array(tie("blocks"), { minLength: 1, maxLength: 2 }))
      .map(([sign, items]) => items.map((item) => within(item, sign, " ".repeat(sign.length))).join("\n\n")),
  ),
}));

test("S6.export.2 a card that is exported, imported and exported again is the same", () => {
  fc.assert(
    fc.property(blocks, (markdown) => {
      // Longer cards are rejected.
      fc.pre(markdown.length < 3000);
      const [html = ""] = toHtml([markdown]);
      const again = imported(html);
      expect(toHtml([again]), `${markdown}\n\nis imported as\n\n${again}`).toEqual([html]);
    }),
  );
});
