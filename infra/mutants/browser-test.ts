// Replaces the browser tests' `test.ts`, which is renamed to `plain-test.ts`. In every page, the fault of the project
// is active. In a project without a fault, the page records which faults each test reaches. Workers of pages have no
// faults.
import { appendFileSync } from "node:fs";
import { test as plain } from "./plain-test";

const MARK = "planted ";
const path = process.env.NOTE_NINJA_PLANTED_REACHED;

/** Sets the variables of Stryker's switch in the page. */
function plant({ fault, mark }: { fault: number | undefined; mark: string }) {
  const seen = new Set<PropertyKey>();
  const set = (_: object, number: PropertyKey) => {
    if (fault === undefined && !seen.has(number)) console.debug(mark + String(number));
    seen.add(number);
    return true;
  };
  const mutantCoverage = { static: new Proxy({}, { set }), perTest: {} };
  Object.assign(globalThis, { __stryker__: { activeMutant: String(fault), mutantCoverage } });
}

interface Reached {
  /** Faults whose code the test has reached. */
  reached: Set<string>;
}

export const test = plain.extend<{ noted: undefined }, Reached>({
  reached: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names from this pattern.
    async ({}, use) => {
      await use(new Set());
    },
    { scope: "worker" },
  ],

  browser: [
    async ({ browser, reached }, use, info) => {
      const open = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await open(options);
        await context.addInitScript(plant, { fault: info.project.metadata.fault, mark: MARK });
        context.on("console", (message) => {
          if (message.text().startsWith(MARK)) reached.add(message.text().slice(MARK.length));
        });
        return context;
      };
      await use(browser);
    },
    { scope: "worker" },
  ],

  noted: [
    async ({ reached }, use, info) => {
      reached.clear();
      await use(undefined);
      const title = info.titlePath.join(" ");
      if (path) appendFileSync(path, [...reached].map((number) => `${title}\t${number}\n`).join(""));
    },
    { auto: true },
  ],
});
