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
  // `webdriver.config.ts` runs the tests of Firefox and WebKit.
  testIgnore: "webdriver/**",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A shared build machine may stall for seconds, so `cargo xtask test` allows retries. A test that passes only on a
  // retry is reported as flaky.
  retries: Number(process.env.NOTE_NINJA_TEST_RETRIES ?? 0),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: report ? [["list"], ["json", { outputFile: report }]] : [["list"]],
  use: {
    baseURL: `http://localhost:${port}`,
    browserName: "chromium",
    // Tracing slows down every test, so only retries of failed tests are traced.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    // Service workers are blocked except in tests about them.
    serviceWorkers: "block",
    viewport: { width: 1440, height: 900 },
    // The animated background is rendered in software here and would use most of the processor time.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env.NOTE_NINJA_CHROME,
      // Containers and CI machines do not give the rights that a sandbox needs. The tested pages are our own.
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // Lets the pages of all tests share a renderer, which compiles the app's scripts only once.
        "--process-per-site",
      ],
    },
  },
  webServer: {
    command: `${local} --dir ${process.env.NOTE_NINJA_TEST_DATA} --port ${port} --web ${process.env.NOTE_NINJA_WEB_DIST ?? "../../web/dist"} --sample ../../infra/sample --no-throttles --quiet`,
    reuseExistingServer: false,
    stdout: "ignore",
    // The server prints this line after it has loaded the sample content. The API responds earlier.
    wait: { stdout: /^ready / },
    stderr: "pipe",
    timeout: 300_000,
  },
});
