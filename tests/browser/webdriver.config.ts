import { defineConfig } from "@playwright/test";
import chromium from "./playwright.config";

/** Configuration for browsers that Playwright does not drive here. Uses the same server and another test folder. */
export default defineConfig({
  ...chromium,
  testDir: "webdriver",
  testIgnore: [],
  // Covers the start of a browser and the whole journey.
  timeout: 90_000,
});
