import { describe, expect, test } from "vitest";
import { editDistance, type Grade, gradeTyped } from "./grading";
import { plainText } from "./plain-text";

const lenient = { accents: false, letterCase: false };
const strict = { accents: true, letterCase: true };
const good: Grade = { rating: "good" };
const again: Grade = { rating: "again" };
const hard = (difference: Grade["difference"]): Grade => ({ rating: "hard", difference });

test.each([
  ["", "", 0],
  ["", "abc", 3],
  ["kitten", "sitting", 3],
  ["form", "from", 1],
  ["日本", "日木", 1],
  ["😀a", "a", 1],
])("edit distance of %j and %j is %i", (from, to, distance) => {
  expect(editDistance(from, to)).toBe(distance);
  expect(editDistance(to, from)).toBe(distance);
});

test.each([
  ["**Bold** and *italic* `code`", "Bold and italic code"],
  ["snake_case and 2*3*4", "snake_case and 2*3*4"],
  ["# Title\n- one\n- two", "Title one two"],
  ["1. one\n2. two", "one two"],
  ["3. Mai", "3. Mai"],
  ["[the notes](https://x.test/a) \\* end", "the notes * end"],
  ["Area: $\\pi r^2$", "Area: \\pi r^2"],
  ["$$\\pi r^2$$ is the area", "\\pi r^2 is the area"],
])("plain text of %j has no Markdown marks", (markdown, text) => {
  expect(plainText(markdown)).toBe(text);
});

describe("S4.test.2 a typed answer", () => {
  test.each([
    ["Mitochondrion", "Mitochondrion"],
    ["  mitochondrion. ", "**Mitochondrion**"],
    ["mitochondrion", "Mitochondrion (plural: mitochondria)"],
    ["don’t", "don't"],
    ["pre–war", "pre-war"],
    ["strasse", "Straße"],
    ["uber", "Über"],
    ["ＡＢＣ", "ABC"],
    ["東京", "東京。"],
    ["細胞", "細胞（さいぼう）"],
    ["Yes", "Yes!"],
    ["3. Mai 1990", "3. Mai 1990"],
  ])("%j is right for %j", (typed, answer) => {
    expect(gradeTyped(typed, answer, lenient)).toEqual(good);
  });

  test.each([
    ["resume", "résumé", "accents"],
    ["paris", "Paris", "case"],
    ["ecole", "École", "accents and case"],
  ] as const)("%j is hard for %j if these differences count, and right if not", (typed, answer, difference) => {
    expect(gradeTyped(typed, answer, strict)).toEqual(hard(difference));
    expect(gradeTyped(typed, answer, lenient)).toEqual(good);
  });

  test.each([
    ["mitochondrian", "mitochondrion", hard("typo")],
    ["photosynthessis", "photosynthesis", hard("typo")],
    ["decrease", "increase", again],
    ["cat", "cut", again],
    ["", "anything", again],
    ["in 1815", "in 1816", again],
    ["a = b", "a ≠ b", again],
    ["x = 12", "x = -12", again],
    ["273 degrees", "-273 degrees", again],
    ["x > 5, always", "x < 5, always", again],
    ["from 1939 - 1945", "from 1939-1945", hard("typo")],
    ["O", "O(n log n)", again],
    ["4. Mai 1990", "3. Mai 1990", again],
    ["5!", "5", again],
    ["n", "n!", again],
    ["か", "が", again],
    ["東木", "東京", again],
    ["日本国憲法第九条二", "日本国憲法第九条一", hard("typo")],
  ])("%j for %j is graded by the edit distance and the length", (typed, answer, grade) => {
    expect(gradeTyped(typed, answer, strict)).toEqual(grade);
  });

  test.each([
    ["pi r^2", good],
    ["πr²", good],
    ["\\pi r^{2}", good],
    ["$\\pi r^2$", good],
    ["pi r^3", again],
    ["pi R^2", hard("case")],
    ["-pi r^2", again],
  ])("%j for a formula ignores spaces, braces and backslashes, but allows no typo", (typed, grade) => {
    expect(gradeTyped(typed, "$\\pi r^{2}$", lenient)).toEqual(grade);
  });
});
