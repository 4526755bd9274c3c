// The compiled import as seen from JavaScript. `cargo xtask test --only wasm` builds it for Node and passes its path in
// NOTE_NINJA_IMPORTS.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

const imports = createRequire(import.meta.url)(process.env.NOTE_NINJA_IMPORTS);

test("S6.cli.5 the folders of a file name its chapter, its type and, if it exists, another course", () => {
  const path = "CS246/CS 135/Lectures/Week 3/a.pdf";
  assert.deepEqual(imports.possibleCourses(path), ["CS246", "CS135"]);
  assert.deepEqual(imports.filePlace(path, "CS246", ["CS246"]), { course: "CS246", chapter: 3, noteType: "Lecture" });
  assert.equal(imports.filePlace(path, "CS246", ["CS246", "CS135"]).course, "CS135");
  assert.deepEqual(imports.filePlace("a.pdf", "CS246", []), {
    course: "CS246",
    chapter: undefined,
    noteType: undefined,
  });
});
