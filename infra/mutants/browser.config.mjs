// Playwright configuration, copied beside that of the browser tests. It has one project per fault with the tests that
// may detect it. Without a fault, it runs all tests.
import { readFileSync } from "node:fs";
import app from "./playwright.config.ts";

const plan = JSON.parse(readFileSync(process.env.NOTE_NINJA_PLANTED_PLAN, "utf8"));
const exactly = (title) => new RegExp(title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));

export default {
  ...app,
  // Other load on this machine may fail a test once, but hardly twice.
  retries: 1,
  timeout: 45_000,
  reporter: [["json", { outputFile: process.env.NOTE_NINJA_TEST_REPORT }]],
  projects: plan.map(({ fault, tests }) => ({
    name: String(fault ?? "none"),
    metadata: { fault },
    ...(tests && { grep: tests.map(exactly) }),
  })),
};
