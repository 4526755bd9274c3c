import { expect, test } from "vitest";
import type { Change } from "@/offline/outbox/kinds/kinds";
import { optimisticState, withOptimisticToggles } from "./optimistic";

const like = (id: string, on: boolean): Change => ({ kind: "like", on, target: "notes", id });
const other = { kind: "report", id: "a" } as unknown as Change;
const isAbout = (id: string) => (change: object) => (change as { id: string }).id === id;
const memberOf = (change: object) => {
  const { id } = change as { id: string };
  return id === "none" ? undefined : id;
};

test("the last pending change of an item decides, and changes of other items are ignored", () => {
  expect(optimisticState([], isAbout("a"))).toBeUndefined();
  expect(optimisticState([other, like("b", true)], isAbout("a"))).toBeUndefined();
  expect(optimisticState([like("a", true), like("a", false), like("b", true)], isAbout("a"))).toBe(false);
  expect(optimisticState([like("a", false), like("a", true), other], isAbout("a"))).toBe(true);
});

test("added members come first, and removed ones are left out", () => {
  const after = (...changes: Change[]) => withOptimisticToggles(["a", "b"], changes, memberOf);
  expect(after()).toEqual(["a", "b"]);
  expect(after(like("c", true), like("d", true))).toEqual(["d", "c", "a", "b"]);
  expect(after(like("b", true))).toEqual(["b", "a"]);
  expect(after(like("a", false), like("c", false))).toEqual(["b"]);
  expect(after(like("a", false), like("a", true))).toEqual(["a", "b"]);
  expect(after(other, like("none", true))).toEqual(["a", "b"]);
});
