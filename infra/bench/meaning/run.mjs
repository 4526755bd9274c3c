// node run.mjs CHROME TESTS: measures the sentence encoder in Chromium, prints a table and writes `results.json`.
// `cargo xtask bench meaning` prepares the folder to which it is copied: the modules, the weights, an index, vectors and
// the inputs. TESTS is the folder with Playwright.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inChromium } from "./chromium.mjs";

/** Smallest cosine between a vector computed in the browser and the one computed natively. */
const COSINE_MIN = 0.9999;
/** Factor by which the browser slows the processor down. */
const SLOWER = 4;

const [chrome, tests] = process.argv.slice(2);
const { chromium } = createRequire(`${tests}/package.json`)("@playwright/test");
const folder = new URL(".", import.meta.url);
const { modules } = JSON.parse(readFileSync(new URL("inputs.json", import.meta.url)));

/** Opens a page on a slower processor. Returns a function that closes it. */
async function openSlower(address) {
  const browser = await chromium.launch({ executablePath: chrome, args: ["--no-sandbox", "--disable-gpu"] });
  const page = await browser.newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.goto(address);
  return () => browser.close();
}

async function measure(name, isSlower) {
  const made = { "module.json": JSON.stringify({ name, isSlower }) };
  return inChromium({ chrome, entry: "measure.mjs", folder, made, ...(isSlower && { open: openSlower }) });
}

console.log("\nChromium; the whole answer is over 20,000 passages\n");
console.log(
  `| module | kB | kB as gzip | start, ms | a question of 15 words, ms | on a processor ${SLOWER} times slower, ms | 128 word pieces, ms | question and ranking, ms | whole answer, ms | memory, MB | cosine |`,
);
console.log(`|${"---|".repeat(11)}`);
const results = [];
for (const { name, plain, gzip } of modules) {
  const result = await measure(name, false);
  if (!(result.cosine >= COSINE_MIN)) throw new Error(`${name} computes other vectors: cosine ${result.cosine}`);
  const slowerMs = (await measure(name, true)).questionMs;
  const { startMs, questionMs, longMs, answerMs, wholeMs, memoryBytes } = result;
  const sizes = [plain / 1000, gzip / 1000];
  const cells = [...sizes, startMs, questionMs, slowerMs, longMs, answerMs, wholeMs, memoryBytes / 1e6];
  console.log(`| ${name} | ${cells.map((cell) => cell.toFixed(1)).join(" | ")} | ${result.cosine.toFixed(5)} |`);
  results.push({ name, questionMs, slowerMs, restMs: wholeMs - questionMs, memoryBytes });
}
writeFileSync(new URL("results.json", import.meta.url), JSON.stringify(results));
