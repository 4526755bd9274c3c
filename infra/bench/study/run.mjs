// Measures studying with many cards in Chromium and prints the results.
//
// node run.mjs CHROME

import { inChromium } from "./chromium.mjs";

const [chrome] = process.argv.slice(2);
const folder = new URL(".", import.meta.url);
const { cards, answers, loadedBytes, today, next, asked, fit } = await inChromium({
  chrome,
  entry: "measure.mjs",
  folder,
});

const number = (value) => value.toLocaleString("en-US");
const row = (what, { p50, p95, worst }, times) =>
  console.log(`| ${what} | ${[p50, p95, worst].map((ms) => ms.toFixed(1)).join(" | ")} | ${times} |`);
console.log(
  `\n${number(cards)} cards, ${number(answers)} answers; loaded for it: ${Math.round(loadedBytes / 1000)} kB at most\n`,
);
console.log("| script, ms | median | 95 % | longest | times |\n|---|---|---|---|---|");
row("Today, from the bytes of the snapshot on", today, 15);
row("an answer kept and the next card", next, asked);
row(`the memory model fitted to ${number(fit.reviews)} reviews`, fit, 5);
