// The compiled core as seen from JavaScript: the same results as in Rust, the right shapes, and no trap on bad input.
// `cargo xtask test --only wasm` builds it for Node and passes its path in NOTE_NINJA_CORE.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

const core = createRequire(import.meta.url)(process.env.NOTE_NINJA_CORE);
const golden = (name) => readFileSync(new URL(`../golden/${name}`, import.meta.url));
const bytes = new Uint8Array(golden("catalogue.bin"));
const written = JSON.parse(golden("search.json").toString());
const open = () => new core.SearchableCatalogue(bytes);

test("search results match the golden file", () => {
  const held = open();
  for (const { query, codes } of written.search) {
    const found = held.search(query, 10).map((hit) => hit.code);
    assert.deepEqual(found, codes, JSON.stringify(query));
  }
  held.free();
});

test("S5.se.1 Enter opens the courses that the golden file expects", () => {
  const held = open();
  for (const { query, code } of written.enter) {
    assert.equal(held.enterMatch(query), code ?? undefined, JSON.stringify(query));
  }
});

for (const name of ["library", "notes"]) {
  test(`hits of the ${name} equal those of the golden file, including highlights and scores`, () => {
    const library = new core.Library(new Uint8Array(golden(`${name}.bin`)));
    for (const { query, hits } of JSON.parse(golden(`${name}.json`).toString())) {
      assert.deepEqual(library.search(query, 5), hits, JSON.stringify(query));
    }
  });
}

test("highlight positions are offsets into JavaScript strings", () => {
  const [hit] = open().search("école", 1);
  assert.equal(hit.code, "HIST246");
  assert.equal(typeof hit.score, "number");
  assert.deepEqual(hit.codeRanges, []);
  assert.deepEqual(
    hit.titleRanges.map(([start, end]) => hit.title.slice(start, end)),
    ["École"],
  );
});

test("courses are sorted by popularity, and found by code", () => {
  const held = open();
  assert.equal(held.size, written.courses.length);
  assert.deepEqual(
    held.courses(1, 2).map((course) => course.code),
    ["MATH137", "STAT230"],
  );
  assert.deepEqual(held.courses(1000, 2), []);
  const { code, title, description, likes, notes, activity } = held.course("cs 246");
  assert.deepEqual(
    [code, title, description, likes, notes],
    ["CS246", "Object-Oriented Software Development", "", 412, 38],
  );
  assert.ok(Number.isInteger(activity) && activity > held.course("AFM101").activity);
  assert.equal(held.course("CS999"), undefined);
  assert.equal(held.course("🦀"), undefined);
});

test("S4.rec.1 followed courses come first, then all others by popularity", () => {
  const held = open();
  const recommended = held.guides(["cs 245", "nonsense", "CS246"], 0, 2);
  assert.deepEqual([recommended.followed, recommended.total], [2, written.courses.length]);
  assert.deepEqual(
    recommended.courses.map((course) => course.code),
    ["CS246", "CS245"],
  );
  const [all, next] = [held.guides(["XX99"], 0, 2), held.guides(["XX99"], 2, 1)];
  assert.deepEqual([all.followed, all.total], [0, written.courses.length]);
  assert.deepEqual(
    [...all.courses, ...next.courses].map((course) => course.code),
    ["CS246", "MATH137", "STAT230"],
  );
});

test("the browser folds text as the server does", () => {
  const held = open();
  for (const [typed, code] of [
    ["E\u0301COLES", "HIST246"],
    ["ＣＳ ２４６", "CS246"],
    ["STRASSEN", "GER101"],
    ["francais", "FR192A"],
    ["stati\uFB06ics", "STAT231"],
    ["womens", "ENGL208"],
    ["WOMEN\u2019S", "ENGL208"],
  ]) {
    assert.equal(held.search(typed, 1)[0]?.code, code, typed);
  }
  const long = "e\u0301".repeat(200);
  assert.deepEqual(core.validateNoteDraft({ title: long }), [], "counted after composing");
  assert.equal(core.validateNoteDraft({ title: `${long}e` })[0].code, "too_long");
});

test("an invalid catalogue throws an error with a message", () => {
  assert.throws(() => new core.SearchableCatalogue(new Uint8Array()), /not a course catalogue/);
  const damaged = bytes.slice();
  damaged[40] ^= 1;
  assert.throws(() => new core.SearchableCatalogue(damaged), /damaged/);
});

test("validating a form returns the invalid fields", () => {
  const fields = (errors) => errors.map(({ field, code }) => `${field} ${code}`);
  assert.deepEqual(core.validateSignIn({ email: "a@b.ca", password: "x" }), []);
  assert.deepEqual(fields(core.validateSignIn({})), ["email required", "password required"]);
  assert.deepEqual(
    core.validateProfileCompletion({
      name: "A",
      username: "amara",
      faculty: "",
      year: "2",
    }),
    [
      {
        field: "faculty",
        code: "required",
        message: "Faculty, year of study, and username are required.",
      },
    ],
  );
  assert.deepEqual(
    fields(
      core.validateSignUp({
        username: "admin",
        email: "a@b",
        password: "short",
      }),
    ),
    ["username reserved", "email invalid", "password too_short"],
  );
  assert.deepEqual(core.validateProfileEdit({}), []);
  assert.deepEqual(fields(core.validateProfileEdit({ faculty: "Magic" })), ["faculty invalid"]);
  assert.deepEqual(fields(core.validateNoteDraft({ title: "t", chapter: Number.NaN })), ["chapter invalid"]);
  assert.deepEqual(
    core.validateNoteDraft({
      title: "t",
      description: "",
      noteType: "",
      unknown: 1,
    }),
    [],
  );
  assert.deepEqual(fields(core.validateNoteFile("a.pdf", "application/pdf", 2 ** 40)), ["sizeBytes too_large"]);
  assert.deepEqual(fields(core.validateCourse({ courseCode: "x" })), ["courseCode invalid", "title required"]);
  assert.equal(core.validateCourseRequest({})[0].message, "Please fill in all required fields");
  assert.deepEqual(core.validateEmail("a@b.ca"), []);
  assert.deepEqual(fields(core.validatePasswordNew("123")), ["password too_short"]);
  assert.deepEqual(fields(core.validateConfirmCode("12 34")), ["code invalid"]);
});

test("fields of the wrong type count as missing", () => {
  const codes = (form) => core.validateSignIn(form).map(({ field, code }) => `${field} ${code}`);
  assert.deepEqual(codes({ email: 7, password: "x" }), ["email required"]);
  assert.deepEqual(codes(null), ["email required", "password required"]);
  assert.deepEqual(core.validateSignIn({ email: "a@b.ca", password: "x" }), []);
});

test("values have the types in the generated declarations", () => {
  const held = open();
  const [hit] = held.search("cs246", 1);
  assert.deepEqual(Object.keys(hit), ["code", "title", "score", "isAsTyped", "codeRanges", "titleRanges"]);
  assert.deepEqual([hit.score > 2 ** 32, hit.isAsTyped, hit.codeRanges, hit.titleRanges], [true, true, [[0, 6]], []]);
  const [guide] = held.guides([], 0, 1).courses;
  assert.deepEqual(Object.keys(guide), ["code", "title", "description", "likes", "notes", "activity", "reason"]);
  assert.deepEqual([Object.getPrototypeOf(guide), guide.reason], [Object.prototype, { kind: "popular", items: 0 }]);
});

test("S3.guide.1 course codes are read in any spelling", () => {
  assert.deepEqual(core.parseCourseCode("cs-246"), {
    code: "CS246",
    display: "CS 246",
    prefix: "CS",
  });
  assert.equal(core.parseCourseCode("246"), undefined);
});
