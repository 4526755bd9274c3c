// node run.mjs ENGINE SIZE NAMES ROUNDS SEED CHROME: measures one size and prints a table. `cargo xtask bench search`
// prepares the folder to which it is copied: rows, catalogues, queries, the bound core, the adapters and the packages.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { inChromium } from "./chromium.mjs";
import { peers } from "./peers.mjs";
import { queries as drawn } from "./queries.mjs";

const [engine, size, names, rounds, seed, chrome] = process.argv.slice(2);
const file = (name) => new URL(name, import.meta.url);
const options = { names: names.split(","), rounds: Number(rounds) };

async function inNode() {
  const { measure } = await import("./measure.mjs");
  const heap = () => {
    globalThis.gc();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const rows = JSON.parse(readFileSync(file(`rows-${size}.json`)));
  const catalogue = new Uint8Array(readFileSync(file(`catalogue-${size}.bin`)));
  const wasm = readFileSync(file("core/wasm_core_bg.wasm"));
  return measure({ size, rows, catalogue, wasm, queries, others, keystrokes, heap, ...options });
}

/**
 * Returns the download size of each contender in kB with gzip. Ours is the whole core, of which search is only a part.
 */
async function weights() {
  const { build } = await import("esbuild");
  const kilobytes = (bytes) => gzipSync(bytes, { level: 9 }).length / 1000;
  const weighed = {};
  for (const name of options.names) {
    if (name === "note-ninja") {
      weighed[name] =
        kilobytes(readFileSync(file("core/wasm_core_bg.wasm"))) + kilobytes(readFileSync(file("core/wasm_core.js")));
      continue;
    }
    const { needs } = peers[name];
    if (needs === undefined) continue;
    const bundle = await build({
      stdin: { contents: needs, resolveDir: fileURLToPath(file(".")) },
      bundle: true,
      minify: true,
      format: "esm",
      write: false,
      platform: "browser",
      logLevel: "error",
    });
    weighed[name] = kilobytes(bundle.outputFiles[0].contents);
  }
  return weighed;
}

function print(results, weighed) {
  const number = (value) => (value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString("en"));
  const score = ({ all, every }) => `${every > 1 ? "~" : ""}${all.toFixed(4)}`;
  const row = (cells) => console.log(`| ${cells.join(" | ")} |`);
  const head = (cells) => {
    row(cells);
    row(cells.map(() => "---"));
  };
  console.log(`\n${engine}, ${size} courses; microseconds of single calls\n`);
  const times = ["median", "95 %", "99 %", "worst"];
  head([
    "",
    "MRR@10",
    "other seed",
    ...times,
    ...times.map((each) => `key: ${each}`),
    "first answer, ms",
    "memory, MB",
    "index and rows, MB",
    "code, kB gzip",
    "asked",
  ]);
  for (const { name, quality, others, whole, keys, firstAnswerMs, memoryBytes, dataBytes } of results) {
    const calls = [whole, keys].flatMap(({ p50, p95, p99, worst }) => [p50, p95, p99, worst]);
    const rest = [firstAnswerMs, memoryBytes / 1e6, dataBytes / 1e6, weighed[name] ?? 0];
    row([name, score(quality), score(others), ...[...calls, ...rest].map(number), `${whole.asked} + ${keys.asked}`]);
  }
  for (const [set, of] of Object.entries({ "MRR@10 by class": "quality", "the same, other seed": "others" })) {
    const classes = Object.keys(results[0][of].classes);
    console.log("");
    head([set, ...classes.map((cls) => cls.replace("_", " "))]);
    for (const result of results) {
      row([result.name, ...classes.map((cls) => (result[of].classes[cls] ?? Number.NaN).toFixed(3))]);
    }
  }
}

const { queries, keystrokes } = JSON.parse(readFileSync(file("queries.json")));
const others = drawn(JSON.parse(readFileSync(file("rows-100k.json"))), Number(seed));
const results = await (engine === "node"
  ? inNode()
  : inChromium({
      chrome,
      entry: "measure.mjs",
      folder: file("."),
      made: { "options.json": JSON.stringify({ size, options }), "others.json": JSON.stringify(others) },
    }));
print(results, await weights());
