import { expect, test } from "vitest";
import { fileOf } from "./gather";

test("S7.me.1 the file has every list, and nothing is lost in it", () => {
  const file = fileOf(
    [
      { kind: "profile", data: { name: "Amara" } },
      { kind: "likes", data: { course: "CS246" } },
      { kind: "likes", data: { course: "MATH137" } },
      { kind: "pendingEmail", data: { email: "new@students.test" } },
    ],
    "2026-11-21T10:00:00Z",
  );
  expect(file).toMatchObject({
    service: "Note Ninja",
    profile: { name: "Amara" },
    pendingEmail: { email: "new@students.test" },
    likes: [{ course: "CS246" }, { course: "MATH137" }],
    savedNotes: [],
    reports: [],
  });
});
