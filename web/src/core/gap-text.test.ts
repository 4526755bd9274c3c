import { expect, test } from "vitest";
import { withBlanks, withoutGaps } from "./gap-text";
import { CARD_CONTENT_MAX_CHARS } from "./limits";

test("S3.gap.2 names of cards have the text of a gap or its hint, without the syntax", () => {
  const text = "{{c1::Ottawa::city::in Ontario}} is the {{c2::capital}} of {{c1::Canada}}}";
  expect(withoutGaps(text)).toBe("Ottawa is the capital of Canada}");
  expect(withBlanks(text)).toBe("⸨city::in Ontario⸩ is the ⸨⸩ of ⸨⸩}");
  expect(withoutGaps(withBlanks(text))).toBe("[city::in Ontario] is the […] of […]}");
  expect(withoutGaps("⸢Ottawa⸣ is the ⸨⸩")).toBe("Ottawa is the […]");
});

test("S3.gap.2 a text with a gap that has no end stays as it is", () => {
  for (const text of ["{{c1::Ottawa", "{{c1::a {{c2::b", "{{c::a}} {{c1:b}}"]) {
    expect([withoutGaps(text), withBlanks(text)]).toEqual([text, text]);
  }
});

test.each([
  ["{{c1::`std::vector`}} is a list", "⸨⸩ is a list"],
  ["{{c1::$x^{a^{b}} = 4$}} is {{c2::true::or not}}", "⸨⸩ is ⸨or not⸩"],
  ["$A = {{c1::\\pi r^2::area}}$", "$A = ⸨⸩$"],
  ["`{{c1::std}} is {{c2::{{}}}}`", "`⸨⸩ is ⸨⸩`"],
  // The opening is text, because its first brace is escaped.
  ["{{c1::Ottawa \\{{c2::Toronto}} end", "⸨⸩⸨⸩ end"],
])("S3.gap.2 the blanks of %s hide at least its gaps", (front, question) => {
  expect(withBlanks(front)).toBe(question);
});

test("S3.gap.2 long texts with openings of gaps take no noticeable time", () => {
  const opening = "{{c1::";
  const text = opening.repeat(CARD_CONTENT_MAX_CHARS / opening.length);
  const started = performance.now();
  expect([withoutGaps(text), withBlanks(text)]).toEqual([text, text]);
  expect(performance.now() - started).toBeLessThan(500);
});
