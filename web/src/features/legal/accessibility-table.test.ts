// @vitest-environment node
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(process.cwd(), "..");
const text = readFileSync("ACCESSIBILITY.md", "utf8");
/** Rows of all tables, each with its cells. */
const rows = text
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );

const TEST = /^`(?<path>[^`]+)` "(?<title>[^"]+)"$/;
const tests = rows.filter(([, place = ""]) => TEST.test(place)).map(([key = "", place = ""]) => ({ key, place }));
const CRITERION = /^\d\.\d\.\d+ /;
const criteria = rows
  .filter(([name = ""]) => CRITERION.test(name))
  .map(([name = "", level = "", state = "", how = "", keys = ""]) => ({ name, level, state, how, keys }));

test("S6.wcag.4 the table contains each of the 55 success criteria of WCAG 2.2 once, 31 of level A and 24 of level AA", () => {
  expect(new Set(criteria.map(({ name }) => name.split(" ")[0])).size).toBe(55);
  const ofLevel = (level: string) => criteria.filter((each) => each.level === level).length;
  expect([criteria.length, ofLevel("A"), ofLevel("AA")]).toEqual([55, 31, 24]);
  const states = ["Met", "Partly", "Not applicable"];
  expect(criteria.filter(({ state, how }) => !states.includes(state) || how.length < 10)).toEqual([]);
});

test("S6.wcag.4 each test that the table names exists, and each row names only tests of the list", () => {
  expect(tests.length).toBeGreaterThan(20);
  const missing = tests.filter(({ place }) => {
    const { path = "", title = "" } = TEST.exec(place)?.groups ?? {};
    return !readFileSync(join(root, path), "utf8").includes(title);
  });
  expect(missing).toEqual([]);
  const known = new Set(tests.map(({ key }) => key));
  const named = criteria.flatMap(({ keys }) => (keys === "—" ? [] : keys.split(", ")));
  expect(named.filter((key) => !known.has(key))).toEqual([]);
  expect([...known].filter((key) => !named.includes(key))).toEqual([]);
});
