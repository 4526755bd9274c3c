import { expect, test, vi } from "vitest";
import { studentKeys, studentQuery, studentSearchQuery } from "./students";

vi.mock("@/session/session", () => import("@/api/testing"));

test.each([
  ["ada", "ada"],
  [" @Ada ", "ada"],
  ["@@ada", "@ada"],
  ["a@da", "a@da"],
])("a search for '%s' looks for usernames that begin with '%s'", (typed, prefix) => {
  expect(studentSearchQuery(typed).queryKey).toEqual(studentKeys.search(prefix));
});

test("a search for students begins at two characters, and only then shows previously found students", () => {
  const [short, long] = [studentSearchQuery("@a "), studentSearchQuery("ad")];
  expect([short.enabled, long.enabled]).toEqual([false, true]);
  expect([short.placeholderData, typeof long.placeholderData]).toEqual([undefined, "function"]);
});

test("a profile is the same under any spelling of the username", () => {
  expect(studentQuery("Ada").queryKey).toEqual(studentQuery("ada").queryKey);
});
