import { type Browser, type BrowserContext, test as base, type CDPSession, type Page } from "@playwright/test";

/** What a page can keep in the browser, besides cookies. */
const STORAGE = "cache_storage,file_systems,indexeddb,local_storage,service_workers,shared_storage,storage_buckets";

/**
 * One person's browser, which all tests of a worker use in turn: the next test finds nothing of the one before but the
 * cache of files that never change. With an empty cache the app's hundred files cost more than most tests.
 */
class Lasting {
  private context?: BrowserContext;
  /** Keeps the renderer, which has the app's scripts compiled, from ending with the last page. */
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

  /** Closes what the test opened and forgets what it left. */
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
  /** The browser of the person whom the test is about. */
  own: Lasting;
  /** Another browser, of the same person or of another. */
  other: Lasting;
}

interface Options {
  /** The test changes what cannot be taken back, such as the clock or the network: its browser is its own. */
  isAlone: boolean;
  /** A page in another browser. */
  elsewhere: Page;
}

export const test = base.extend<Options, { browsers: Browsers }>({
  isAlone: [false, { option: true }],

  browsers: [
    async ({ browser }, use) => {
      await use({ own: new Lasting(browser), other: new Lasting(browser) });
    },
    { scope: "worker" },
  ],

  context: async ({ browser, browsers, isAlone, hasTouch, isMobile }, use, info) => {
    // A second try owes nothing to anybody.
    if (isAlone || hasTouch || isMobile || info.retry > 0) {
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

  elsewhere: async ({ browsers, viewport }, use) => {
    const page = await (await browsers.other.open()).newPage();
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
    await browsers.other.forget();
  },
});
