import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";

const port = Number(process.env.NOTE_NINJA_TEST_PORT ?? 4170);
const local = process.env.NOTE_NINJA_LOCAL_BIN ?? "../../target/debug/local";
/** Path of a report with the times of all tests. */
const report = process.env.NOTE_NINJA_TEST_REPORT;
// Workers load this file again: only the first process may choose the folder.
process.env.NOTE_NINJA_TEST_DATA ??= mkdtempSync(join(tmpdir(), "note-ninja-browser-"));

export default defineConfig({
  testDir: ".",
  // Firefox and WebKit have a part of their own.
  testIgnore: "webdriver/**",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A shared build machine may stall for seconds, so `cargo xtask test` allows more tries; a test that needed one is
  // reported as flaky.
  retries: Number(process.env.NOTE_NINJA_TEST_RETRIES ?? 0),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: report ? [["list"], ["json", { outputFile: report }]] : [["list"]],
  use: {
    baseURL: `http://localhost:${port}`,
    browserName: "chromium",
    // Watching costs every test: whoever fails is watched when it is tried again.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    // Tests are about the page; offline.spec.ts is about the worker.
    serviceWorkers: "block",
    viewport: { width: 1440, height: 900 },
    // The moving scene is drawn in software here, and takes more of the processor than all that is tested.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env.NOTE_NINJA_CHROME,
      // A sandbox needs rights that containers and CI machines do not give; the pages under test are our own.
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // The pages of all tests share a renderer, which has compiled the app's scripts once.
        "--process-per-site",
      ],
    },
  },
  webServer: {
    command: `${local} --dir ${process.env.NOTE_NINJA_TEST_DATA} --port ${port} --web ${process.env.NOTE_NINJA_WEB_DIST ?? "../../web/dist"} --sample ../../infra/sample --no-throttles --quiet`,
    reuseExistingServer: false,
    stdout: "ignore",
    // Said once the sample content is in; the API answers before that.
    wait: { stdout: /^ready / },
    stderr: "pipe",
    timeout: 300_000,
  },
});
