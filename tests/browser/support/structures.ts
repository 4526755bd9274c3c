import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, type Locator, test } from "@playwright/test";

const MONTHS = /(?<=\d )(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b/g;
const WEEKDAYS = /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:[a-z]*day)?\b/g;

/**
 * Returns the accessibility tree of a part of the page. Numbers, sizes and dates are replaced and courses and
 * recordings of other tests are left out, because they differ between runs.
 */
async function structureOf(part: Locator): Promise<string> {
  const structure = await part.ariaSnapshot();
  return structure
    .replace(/^ *- (?:\/url: |option "(?:TEST |After “)).*\n?/gm, "")
    .replace(/\bnnk_[\w-]+/g, "KEY")
    .replace(MONTHS, "MONTH")
    .replace(WEEKDAYS, "WEEKDAY")
    .replace(/(?<!\[level=)\d[\d.,]*/g, "#")
    .replace(/(?:WEEKDAY,? )?# MONTH(?:,? #)?/g, "DATE")
    .replace(/# (?:bytes|[KMG]B)/g, "SIZE")
    .trimEnd();
}

/** Number of equal readings, a tenth of a second apart, after which a part of the page counts as loaded. */
const READINGS = 8;

/** Returns the structure of a part of the page after it has stopped changing. */
async function settledStructure(part: Locator): Promise<string> {
  let structure = "";
  let readings = 0;
  await expect(async () => {
    const before = structure;
    structure = await structureOf(part);
    readings = structure === before && !structure.includes("Loading...") ? readings + 1 : 0;
    expect(readings).toBeGreaterThanOrEqual(READINGS);
  }).toPass({ intervals: [100], timeout: 10_000 });
  return structure;
}

/**
 * Expected texts and structure of pages and surfaces, as a screen reader presents them. After an intended change, run
 * the tests with `--update-snapshots` and read the difference.
 */
export class Structures {
  readonly #file: string;
  readonly #expected = new Map<string, string>();
  readonly #seen = new Map<string, string>();
  readonly #isUpdate = ["all", "changed"].includes(test.info().config.updateSnapshots);

  /** @param name Name of the file beside the test. */
  constructor(name: string) {
    this.#file = join(`${test.info().file}-texts`, `${name.replaceAll(" ", "-")}.txt`);
    if (!existsSync(this.#file)) return;
    for (const section of readFileSync(this.#file, "utf8").split(/^# /m).slice(1)) {
      const end = section.indexOf("\n");
      this.#expected.set(section.slice(0, end), section.slice(end).trim());
    }
  }

  /** Compares a part of the page with the structure of this title. Parts with the same title are numbered. */
  async check(title: string, part: Locator): Promise<void> {
    let name = title;
    for (let number = 2; this.#seen.has(name); number += 1) name = `${title} (${number})`;
    const stored = this.#expected.get(name) ?? "missing: run with --update-snapshots";
    const structure = this.#isUpdate ? await settledStructure(part) : stored;
    this.#seen.set(name, structure);
    await expect.soft.poll(() => structureOf(part), { message: `structure of ${name}` }).toBe(structure);
  }

  /** Writes the file if it has to be updated. */
  save(): void {
    if (!this.#isUpdate) return;
    mkdirSync(dirname(this.#file), { recursive: true });
    const sections = [...this.#seen].map(([title, structure]) => `# ${title}\n\n${structure}\n`);
    writeFileSync(this.#file, sections.join("\n"));
  }
}
