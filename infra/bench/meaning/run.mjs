// node run.mjs CHROME: measures the sentence encoder in Chromium and prints a table. `cargo xtask bench meaning`
// prepares the folder to which it is copied: both modules, the weights, packed vectors and the inputs.
import { readFileSync } from "node:fs";
import { inChromium } from "./chromium.mjs";

/** Smallest cosine between a vector computed in the browser and the one computed natively. */
const COSINE_MIN = 0.9999;

const { modules } = JSON.parse(readFileSync(new URL("inputs.json", import.meta.url)));
console.log("\nChromium; 20,000 vectors are ranked\n");
console.log(
  "| module | kB | kB as gzip | start, ms | a question of 15 words, ms | 128 word pieces, ms | question and ranking, ms | memory, MB | cosine |",
);
console.log("|---|---|---|---|---|---|---|---|---|");
for (const { name, plain, gzip } of modules) {
  const made = { "module.json": JSON.stringify(name) };
  const result = await inChromium({
    chrome: process.argv[2],
    entry: "measure.mjs",
    folder: new URL(".", import.meta.url),
    made,
  });
  if (!(result.cosine >= COSINE_MIN)) throw new Error(`${name} computes other vectors: cosine ${result.cosine}`);
  const times = [result.startMs, result.questionMs, result.longMs, result.answerMs].map((ms) => ms.toFixed(1));
  const cells = [plain / 1000, gzip / 1000].map((size) => size.toFixed(1)).concat(times);
  console.log(
    `| ${name} | ${cells.join(" | ")} | ${(result.memoryBytes / 1e6).toFixed(1)} | ${result.cosine.toFixed(5)} |`,
  );
}
