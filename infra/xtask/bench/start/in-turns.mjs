// This build beside another one, each page started by both in turns: a machine that gets slower meanwhile is as slow for both.

import { median, medianOf, row, whole } from "../figures.mjs";
import { measure } from "./visit.mjs";

/** What is compared: the column, whether of a start with a warm cache, and which number. */
const COLUMNS = [
  ["frame", "cold", "paint"],
  ["data", "cold", "data"],
  ["LCP", "cold", "lcp"],
  ["blocked", "cold", "blocked"],
  ["kB", "cold", "bytes"],
  ["warm: data", "warm", "data"],
  ["LCP", "warm", "lcp"],
];

/** Starts each of `pages` `runs` times in both builds, and prints medians and, below them, the median of each turn's ratio. */
export async function compareInTurns({ pages, runs, builds }) {
  console.log(row(["page", "build", ...COLUMNS.map(([name]) => name)]));
  console.log(`|${"---|".repeat(COLUMNS.length + 2)}`);
  for (const { path, data, isMember } of pages) {
    const starts = builds.map(() => ({ cold: [], warm: [] }));
    for (let run = 0; run < runs; run += 1) {
      const order = run % 2 === 0 ? [0, 1] : [1, 0];
      for (const at of order) {
        const { origin, inNewBrowser } = builds[at];
        await inNewBrowser(isMember, async (visitor) => {
          starts[at].cold.push(await measure(visitor, { origin, path, data, isKept: true }));
          starts[at].warm.push(await measure(visitor, { origin, path, data }));
        });
      }
    }
    for (const [at, { name }] of builds.entries()) {
      const cellOf = ([, kind, key]) => whole(medianOf(starts[at][kind], key) / (key === "bytes" ? 1000 : 1));
      console.log(row([path, name, ...COLUMNS.map(cellOf)]));
    }
    const ratioOf = ([, kind, key]) => {
      const [these, others] = starts.map((build) => build[kind]);
      // Of little that blocks, a ratio says nothing.
      if (key === "blocked") return "";
      return median(these.map((start, turn) => start[key] / others[turn][key])).toFixed(2);
    };
    console.log(row([path, "ratio", ...COLUMNS.map(ratioOf)]));
  }
}
