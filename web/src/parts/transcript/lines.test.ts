import { expect, test } from "vitest";
import type { TranscriptLine } from "@/data/transcripts/transcripts";
import { asText, findLines, fold, lineAt, matchesIn } from "./lines";

const lines: readonly TranscriptLine[] = [
  [1000, 2000, "So what is a limit?"],
  [2500, 4000, "Élan — a limit is where it goes"],
  [2500, 5000, "and LIMITS do not end."],
];

test.each([
  [0, -1],
  [999, -1],
  [1000, 0],
  [2499, 0],
  [2500, 2],
  [900_000, 2],
])("S2.transcript.1 at %i ms the spoken line is %i", (positionMs, expected) => {
  expect(lineAt(lines, positionMs)).toBe(expected);
});

test("S2.transcript.2 words are found in any case and without accents, with the right ranges in the original text", () => {
  const folded = lines.map(([, , text]) => fold(text));
  expect(findLines(folded, " LIMIT")).toEqual([0, 1, 2]);
  expect(findLines(folded, "elan")).toEqual([1]);
  expect(findLines(folded, "  ")).toEqual([]);
  expect(matchesIn("Élan, élan", "elan")).toEqual([
    [0, 4],
    [6, 10],
  ]);
  expect(matchesIn("ﬁne İstanbul x", "x")).toEqual([[13, 14]]);
});

test("S2.transcript.2 words with precomposed and with combining accents are found", () => {
  const decomposed = "Le mode\u0300le x\u0304 est élevé";
  const folded = [fold(decomposed)];
  expect(folded).toEqual(["le modele x est eleve"]);
  expect(findLines(folded, "modèle")).toEqual([0]);
  expect(findLines(folded, "MODE\u0300LE X")).toEqual([0]);
  expect(matchesIn(decomposed, "modele x").map(([start, end]) => decomposed.slice(start, end))).toEqual([
    "mode\u0300le x\u0304",
  ]);
  expect(matchesIn("한국어", "국")).toEqual([[1, 2]]);
});

test("S2.transcript.3 copied lines include their times, if the transcript has times", () => {
  const clock = (secs: number) => `${secs} s`;
  expect(asText(lines.slice(0, 2), true, clock)).toBe("1 s So what is a limit?\n2.5 s Élan — a limit is where it goes");
  expect(asText(lines.slice(0, 1), false, clock)).toBe("So what is a limit?");
});
