// Copied beside the browser tests' own configuration: a project for each fault, with the tests that may notice it. Without
// a fault it is all tests.
import { readFileSync } from "node:fs";
import app from "./playwright.config.ts";

const plan = JSON.parse(readFileSync(process.env.NOTE_NINJA_PLANTED_PLAN, "utf8"));
const exactly = (title) => new RegExp(title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));

export default {
  ...app,
  // Somebody else's work on this machine fails a test once, hardly twice.
  retries: 1,
  timeout: 45_000,
  reporter: [["json", { outputFile: process.env.NOTE_NINJA_TEST_REPORT }]],
  projects: plan.map(({ fault, tests }) => ({
    name: String(fault ?? "none"),
    metadata: { fault },
    ...(tests && { grep: tests.map(exactly) }),
  })),
};
