// Compares this build with another one. Both start each page in turns, so that a slow phase of the machine affects
// both.

import { median, medianOf, row, whole } from "../figures.mjs";
import { measure } from "./visit.mjs";

/** Columns: title, whether the cache is warm, and the measured value. */
const COLUMNS = [
  ["frame", "cold", "paint"],
  ["data", "cold", "data"],
  ["LCP", "cold", "lcp"],
  ["blocked", "cold", "blocked"],
  ["kB", "cold", "bytes"],
  ["warm: data", "warm", "data"],
  ["LCP", "warm", "lcp"],
];

/**
 * Starts each of `pages` `runs` times in both builds. Prints medians and, below them, the median of the ratios of all
 * turns.
 */
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
      // A ratio of very short blocking times is meaningless.
      if (key === "blocked") return "";
      return median(these.map((start, turn) => start[key] / others[turn][key])).toFixed(2);
    };
    console.log(row([path, "ratio", ...COLUMNS.map(ratioOf)]));
  }
}
