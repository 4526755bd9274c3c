import { appendFileSync } from "node:fs";
import { afterAll, expect } from "vitest";

const path = process.env.NOTE_NINJA_PLANTED_REACHED;

// No test id is set, so Stryker's switch records all reached code as `static`.
afterAll(() => {
  const numbers = Object.keys(globalThis.__stryker__?.mutantCoverage?.static ?? {});
  if (path) appendFileSync(path, numbers.map((number) => `${expect.getState().testPath}\t${number}\n`).join(""));
});
