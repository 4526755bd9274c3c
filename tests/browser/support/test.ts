import { type Browser, type BrowserContext, test as base, type CDPSession, type Page } from "@playwright/test";

/** Storage types of a page besides cookies. */
const STORAGE = "cache_storage,file_systems,indexeddb,local_storage,service_workers,shared_storage,storage_buckets";

/**
 * Browser context that all tests of a worker share. Each test starts without the data of the previous one, but with the
 * HTTP cache of immutable files: loading the app's hundred files would take longer than most tests.
 */
class ReusedContext {
  private context?: BrowserContext;
  /** Keeps the renderer with the app's compiled scripts alive between tests. */
  private keeper?: CDPSession;
  private origin = "";

  constructor(private readonly browser: Browser) {}

  async open(): Promise<BrowserContext> {
    if (this.context) return this.context;
    const context = await this.browser.newContext();
    const page = await context.newPage();
    await page.goto("/icon.svg");
    this.origin = new URL(page.url()).origin;
    this.keeper = await context.newCDPSession(page);
    this.context = context;
    return context;
  }

  /** Closes the pages of the test and deletes its data. */
  async forget(): Promise<void> {
    if (!this.context) return;
    const [, ...pages] = this.context.pages();
    await this.context.unrouteAll({ behavior: "ignoreErrors" });
    await Promise.all(pages.map((page) => page.close()));
    await Promise.all([
      this.context.clearCookies(),
      this.context.clearPermissions(),
      this.context.setOffline(false),
      this.keeper?.send("Storage.clearDataForOrigin", { origin: this.origin, storageTypes: STORAGE }),
    ]);
  }
}

interface Browsers {
  /** Browser context of the user under test. */
  own: ReusedContext;
  /** A second browser context, for the same user or another one. */
  other: ReusedContext;
}

interface Options {
  /** True if the test makes irreversible changes, such as to the clock or the network. Then it has its own browser. */
  freshContext: boolean;
  /** A page in another browser. */
  secondDevicePage: Page;
}

export const test = base.extend<Options, { browsers: Browsers }>({
  freshContext: [false, { option: true }],

  browsers: [
    async ({ browser }, use) => {
      await use({ own: new ReusedContext(browser), other: new ReusedContext(browser) });
    },
    { scope: "worker" },
  ],

  context: async ({ browser, browsers, freshContext, hasTouch, isMobile }, use, info) => {
    // A retry must not depend on the first attempt.
    if (freshContext || hasTouch || isMobile || info.retry > 0) {
      const context = await browser.newContext();
      await use(context);
      await context.close();
      return;
    }
    await use(await browsers.own.open());
    await browsers.own.forget();
  },

  page: async ({ context, viewport }, use) => {
    const page = await context.newPage();
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
  },

  secondDevicePage: async ({ browsers, viewport }, use) => {
    const page = await (await browsers.other.open()).newPage();
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
    await browsers.other.forget();
  },
});
