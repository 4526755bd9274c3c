import { appendFileSync } from "node:fs";
import { afterAll, expect } from "vitest";

const path = process.env.NOTE_NINJA_PLANTED_REACHED;

// Without a test id, Stryker's switch counts all code as if it ran while modules load.
afterAll(() => {
  const numbers = Object.keys(globalThis.__stryker__?.mutantCoverage?.static ?? {});
  if (path) appendFileSync(path, numbers.map((number) => `${expect.getState().testPath}\t${number}\n`).join(""));
});
