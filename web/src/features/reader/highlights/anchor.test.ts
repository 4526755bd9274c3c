import fc from "fast-check";
import { expect, test } from "vitest";
import { findInPieces, findParts, findQuote, toQuote } from "./anchor";

const bare = (quote: string) => ({ quote, prefix: "", suffix: "" });
const found = (text: string, quote: Parameters<typeof findQuote>[1]) => {
  const place = findQuote(text, quote);
  return place && text.slice(...place);
};

test("S2.mark.2 finds a quote despite different line breaks, hyphens, ligatures and case", () => {
  expect(found("An ob-\nserver is\n notified.", bare("observer is notified"))).toBe("ob-\nserver is\n notified");
  expect(found("the ﬁnal state", bare("final"))).toBe("ﬁnal");
  expect(found("Subject and OBSERVER", bare("observer"))).toBe("OBSERVER");
  expect(found("Schr¨odinger and Poincare\u0301", bare("Schrödinger and Poincaré"))).toBe("Schr¨odinger and Poincare");
  expect(found("electro\u2010\nmagnetic", bare("electromagnetic"))).toBe("electro\u2010\nmagnetic");
  expect(found("Subject", bare("observer"))).toBeUndefined();
  expect(found("Subject", bare(" - "))).toBeUndefined();
});

test("picks the occurrence of a quote whose surrounding text is the same", () => {
  const text = "attach the observer; detach the observer; notify the observer.";
  expect(findQuote(text, { quote: "observer", prefix: "detach the ", suffix: "; notify" })).toEqual([32, 40]);
  expect(findQuote(text, bare("observer"))).toEqual([11, 19]);
});

test("text before a quote distinguishes occurrences as well as text after it", () => {
  const text = "the old tree, the red tree; tree odd, tree own";
  const at = (prefix: string, suffix: string) => findQuote(text, { quote: "tree", prefix, suffix })?.[0];
  expect(at("the red ", "")).toBe(text.indexOf("tree;"));
  expect(at("", " own")).toBe(text.lastIndexOf("tree"));
  // The letter next to the quote matches in several places.
  expect(at("old ", " ore")).toBe(text.indexOf("tree,"));
});

const piece = fc.string({ unit: fc.constantFrom("a", "b", " ", "-", "ﬁ", "é", "\n", "∑"), maxLength: 8 });

test("finds a quote at its position, however pdf.js splits the text of the page", () => {
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), fc.nat(), fc.nat(), (pieces, one, other) => {
      const text = pieces.join("");
      const [from, to] = [one % (text.length + 1), other % (text.length + 1)].sort((a, b) => a - b) as [number, number];
      const cut = (unit: number) => ({ pieceIndex: 0, offset: unit });
      const quote = toQuote([text], { from: cut(from), to: cut(to) });
      fc.pre(/[^\s\p{Pd}]/u.test(quote.quote));
      const span = findInPieces(pieces, quote);
      expect(span).toBeDefined();
      if (!span) return;
      const again = toQuote(pieces, span);
      const letters = (each: string) => each.normalize("NFKC").replace(/[\s\p{Pd}]/gu, "");
      expect(letters(again.quote)).toBe(letters(quote.quote));
    }),
  );
});

test("the context of a quote is not cut inside a character", () => {
  const cut = toQuote(["x".repeat(5), "\u{1d4b3}".repeat(40)], {
    from: { pieceIndex: 0, offset: 0 },
    to: { pieceIndex: 0, offset: 4 },
  });
  expect(cut.suffix).toBe(`x${"\u{1d4b3}".repeat(15)}`);
});

/** Lone surrogates, letters that lower-case to two, and combining marks without a letter. */
const odd = fc.string({
  unit: fc.constantFrom("\ud835", "\udc00", "İ", "ß", "\u0301", "\u00ad", "x", " "),
  maxLength: 12,
});

test("the search for a quote fails without text or without a quote", () => {
  fc.assert(
    fc.property(odd, odd, (text, quote) => {
      const place = findQuote(text, bare(quote));
      expect(place === undefined || place[0] < place[1]).toBe(true);
    }),
  );
});

test.each([
  ["as a whole", ["The root is the smallest element of all."], 1],
  ["around a page number", ["The root is the smallest", "12", "element of all."], 2],
  ["in another order", ["smallest element of all. ", "Then: ", "The root is the "], 2],
  ["only in part", ["The root is something else of all."], 0],
  ["not at all", ["A completely different page."], 0],
])("S2.text.3 the parts of a quote are found on a page that contains it %s", (_, pieces, count) => {
  const quote = { quote: "The root is the smallest element of all.", prefix: "", suffix: "" };
  expect(findParts(pieces, quote)).toHaveLength(count);
});

test("S2.text.3 the parts of an interrupted quote leave out what interrupts it", () => {
  const pieces = ["Here the root is high", "CS 240, page 12", "est, and its children are larger."];
  const quote = { quote: "the root is highest, and its children", prefix: "", suffix: "" };
  const parts = findParts(pieces, quote).map(({ from, to }) => [
    from.pieceIndex,
    from.offset,
    to.pieceIndex,
    to.offset,
  ]);
  expect(parts).toEqual([
    [0, 5, 0, 21],
    [2, 0, 2, 21],
  ]);
});

test.each([
  ["is found between its neighbours", "The children of a node", ["end here."]],
  ["is left out if it is there twice", "They also end here. The children", []],
])("S2.text.3 a short line of a column that alternates with another column %s", (_, other, found) => {
  const pieces = [
    "A heap has its root at the top, and its leaves ",
    other,
    " end here.",
    " of it are larger, ",
    "Sorting takes time.",
  ];
  const quote = { quote: "root at the top, and its leaves end here. Sorting takes time.", prefix: "", suffix: "" };
  const words = findParts(pieces, quote).map(({ from, to }) => {
    const start = pieces.slice(0, from.pieceIndex).join("").length + from.offset;
    return pieces.join("").slice(start, pieces.slice(0, to.pieceIndex).join("").length + to.offset);
  });
  expect(words).toEqual(["root at the top, and its leaves", ...found, "Sorting takes time."]);
});
