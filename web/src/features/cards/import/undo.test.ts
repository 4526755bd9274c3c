import { expect, test } from "vitest";
import { ApiProblem } from "@/api/problem";
import { CARD_REMOVAL_MAX } from "@/core/limits";
import { removeCards } from "./undo";

const ids = (count: number) => Array.from({ length: count }, (_, index) => `card ${index}`);

test("S6.import.5 undo removes as many cards per request as allowed, and reports progress before each", async () => {
  const sent: string[][] = [];
  const reports: [number, number][] = [];
  const remove = async (batch: string[]) => void sent.push(batch);
  const all = ids(CARD_REMOVAL_MAX + 50);
  await removeCards(
    [
      { ids: all, remove },
      { ids: ["other"], remove },
    ],
    (removed, of) => reports.push([removed, of]),
  );
  expect(sent.map(({ length }) => length)).toEqual([CARD_REMOVAL_MAX, 50, 1]);
  expect(sent.flat()).toEqual([...all, "other"]);
  expect(reports).toEqual([
    [0, CARD_REMOVAL_MAX + 51],
    [CARD_REMOVAL_MAX, CARD_REMOVAL_MAX + 51],
    [CARD_REMOVAL_MAX + 50, CARD_REMOVAL_MAX + 51],
  ]);
});

test("S6.import.5 undo continues after a deleted chapter, and stops at any other error", async () => {
  const sent: string[] = [];
  const answer = (code: "not_found" | "unavailable") => async (batch: string[]) => {
    sent.push(...batch);
    throw new ApiProblem({ code, status: 400, detail: "No." });
  };
  const removals = [
    { ids: ["gone"], remove: answer("not_found") },
    { ids: ["there"], remove: answer("unavailable") },
    { ids: ["never sent"], remove: answer("unavailable") },
  ];
  await expect(removeCards(removals, () => undefined)).rejects.toThrow("No.");
  expect(sent).toEqual(["gone", "there"]);
});
