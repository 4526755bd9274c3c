// A build of the app behind a local server, and browsers that visit it.

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { STUDENT, signIn, startServer, stopServer } from "../sample-server.mjs";
import { packSite } from "../site.mjs";
import { plainBrowser } from "./page.mjs";
import { LOOK } from "./visit.mjs";

/** Signs in the sample student on a Playwright page and waits until it has loaded everything. */
export async function comeIn(page, origin) {
  await signIn(page, origin, STUDENT);
  await page.waitForLoadState("networkidle");
}

/** Serves a copy of the build `dist`, made in `folder`, on `port` for visits with `browser` at the speed of `pace`. */
export async function serveBuild({ name, server, dist, folder, port, browser, pace }) {
  const origin = `http://localhost:${port}`;
  const site = join(folder, "site");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  packSite(dist, site);
  const root = join(process.cwd(), "../..");
  const running = await startServer({ program: server, root, data: join(folder, "data"), web: site, port });
  let member;
  const openBrowser = await plainBrowser(browser);
  return {
    name,
    origin,
    site,
    /** Signs in the student for all member visits. */
    async begin() {
      const first = await browser.newContext(LOOK);
      await comeIn(await first.newPage(), origin);
      member = await first.storageState();
      await first.close();
    },
    /** Runs `work` with a browser that has no cache of the site; it is signed in if `isMember`. */
    async inNewBrowser(isMember, work) {
      const visitor = await openBrowser(isMember ? member : undefined);
      const done = await work({ ...visitor, pace });
      // The refresh token is rotated at each use.
      if (isMember) member = await visitor.state();
      await visitor.close();
      pace.look();
      return done;
    },
    stop: () => stopServer(running),
  };
}
