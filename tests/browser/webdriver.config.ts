import { defineConfig } from "@playwright/test";
import chromium from "./playwright.config";

/** The journey in browsers that Playwright does not drive here. It uses the same server and another folder of tests. */
export default defineConfig({
  ...chromium,
  testDir: "webdriver",
  testIgnore: [],
  // A whole journey, with the start of a browser before it.
  timeout: 90_000,
});
