// A build of the app behind a local server, and browsers that visit it.

import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { packSite } from "../site.mjs";
import { plainBrowser } from "./page.mjs";
import { LOOK } from "./visit.mjs";

const STUDENT = { email: "amara@noteninja.test", password: "study-hard-tonight" };

async function startServer({ server, site, folder, port, origin }) {
  const options = ["--dir", join(folder, "data"), "--port", `${port}`, "--web", site, "--sample", "infra/sample"];
  const running = spawn(server, options, { cwd: join(process.cwd(), "../.."), stdio: "ignore" });
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(`${origin}/catalogue/manifest.json`).catch(() => undefined);
    if (answer?.ok) return running;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  running.kill("SIGKILL");
  throw new Error("The local server did not start.");
}

/** Signs the sample's student in on a page of Playwright. */
export async function signIn(page, origin) {
  await page.goto(`${origin}/signin`);
  await page.getByLabel("Email").fill(STUDENT.email);
  await page.locator("input[type=password]").fill(STUDENT.password);
  await page.locator("input[type=password]").press("Enter");
  await page.waitForURL(`${origin}/`);
  await page.waitForLoadState("networkidle");
}

/** Serves a copy of the build `dist`, made in `folder`, on `port`, to people who come with `browser` as `pace` has it. */
export async function serveBuild({ name, server, dist, folder, port, browser, pace }) {
  const origin = `http://localhost:${port}`;
  const site = join(folder, "site");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  packSite(dist, site);
  const running = await startServer({ server, site, folder, port, origin });
  let member;
  const openBrowser = await plainBrowser(browser);
  return {
    name,
    origin,
    site,
    /** Signs the student in, who then comes with each browser of a member. */
    async begin() {
      const first = await browser.newContext(LOOK);
      await signIn(await first.newPage(), origin);
      member = await first.storageState();
      await first.close();
    },
    /** Has `work` visit with a browser that has seen nothing of the site, but where `isMember` is signed in. */
    async inNewBrowser(isMember, work) {
      const visitor = await openBrowser(isMember ? member : undefined);
      const done = await work({ ...visitor, pace });
      // The refresh token is replaced at each use.
      if (isMember) member = await visitor.state();
      await visitor.close();
      pace.look();
      return done;
    },
    async stop() {
      if (running.exitCode !== null || running.signalCode !== null) return;
      const gone = new Promise((resolve) => running.once("exit", resolve));
      running.kill("SIGKILL");
      await gone;
    },
  };
}
