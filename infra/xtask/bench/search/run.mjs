// node run.mjs FOLDER-OF-INPUTS ENGINE SIZES NAMES ROUNDS: measures and prints tables. `cargo xtask bench search` prepares
// the folder it is copied to: rows, catalogues, queries, the bound core, the adapters and the packages.
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { peers } from "./peers.mjs";

const [engine, sizes, names, rounds, chrome] = process.argv.slice(2);
const file = (name) => new URL(name, import.meta.url);
const options = { names: names.split(","), rounds: Number(rounds) };

async function inNode() {
  const { measure } = await import("./measure.mjs");
  const { queries, keystrokes } = JSON.parse(readFileSync(file("queries.json")));
  const heap = () => {
    globalThis.gc();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const results = [];
  for (const size of sizes.split(",")) {
    const rows = JSON.parse(readFileSync(file(`rows-${size}.json`)));
    const catalogue = new Uint8Array(readFileSync(file(`catalogue-${size}.bin`)));
    const wasm = readFileSync(file("core/wasm_core_bg.wasm"));
    results.push(...(await measure({ size, rows, catalogue, wasm, queries, keystrokes, heap, ...options })));
  }
  return results;
}

const PAGE = `<!doctype html><meta charset="utf-8"><title>bench</title><script type="module">
import { measure } from "./bundle.js";
const get = async (name) => (await fetch(name)).json();
const bytes = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());
const heap = () => { globalThis.gc(); return performance.memory.usedJSHeapSize; };
try {
  const { sizes, options } = await get("options.json");
  const { queries, keystrokes } = await get("queries.json");
  const results = [];
  for (const size of sizes) {
    const [rows, catalogue, wasm] = await Promise.all([get("rows-" + size + ".json"), bytes("catalogue-" + size + ".bin"), bytes("core/wasm_core_bg.wasm")]);
    results.push(...(await measure({ size, rows, catalogue, wasm, queries, keystrokes, heap, ...options })));
  }
  await fetch("results", { method: "POST", body: JSON.stringify({ results }) });
} catch (error) {
  await fetch("results", { method: "POST", body: JSON.stringify({ error: String(error.stack ?? error) }) });
}
</script>`;

async function inChromium() {
  const { build } = await import("esbuild");
  const bundle = await build({
    entryPoints: [file("measure.mjs").pathname],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    platform: "browser",
    logLevel: "error",
  });
  const kinds = { html: "text/html", js: "text/javascript", json: "application/json" };
  const profile = mkdtempSync(join(tmpdir(), "bench-search-"));
  let browser;
  try {
    return await new Promise((resolve, reject) => {
      const server = createServer((request, response) => {
        const path = request.url.slice(1) || "index.html";
        if (path === "results") {
          let text = "";
          request.on("data", (part) => (text += part));
          request.on("end", () => {
            response.end();
            server.close();
            const { results, error } = JSON.parse(text);
            error ? reject(new Error(error)) : resolve(results);
          });
          return;
        }
        const made = {
          "index.html": PAGE,
          "bundle.js": bundle.outputFiles[0].contents,
          "options.json": JSON.stringify({ sizes: sizes.split(","), options }),
        };
        try {
          const body = made[path] ?? readFileSync(file(path));
          response.writeHead(200, {
            "content-type": kinds[path.split(".").at(-1)] ?? "application/octet-stream",
            // Isolated pages have clocks that are fine enough.
            "cross-origin-opener-policy": "same-origin",
            "cross-origin-embedder-policy": "require-corp",
          });
          response.end(body);
        } catch {
          response.writeHead(404).end();
        }
      });
      server.listen(0, "127.0.0.1", () => {
        const flags = [
          "--headless=new",
          "--no-sandbox",
          "--disable-gpu",
          "--no-first-run",
          "--disable-extensions",
          "--js-flags=--expose-gc",
          "--enable-precise-memory-info",
          `--user-data-dir=${profile}`,
        ];
        browser = spawn(chrome, [...flags, `http://127.0.0.1:${server.address().port}/`], { stdio: "ignore" });
        browser.on("error", reject);
        browser.on("exit", (code) => reject(new Error(`The browser ended early, with status ${code}.`)));
      });
    });
  } finally {
    browser?.removeAllListeners("exit");
    const gone = new Promise((resolve) => browser?.on("exit", resolve));
    browser?.kill();
    await gone;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What a page fetches of each contender, as gzip, in kB: of ours all of the core, of which search is a part. */
async function weights() {
  const { build } = await import("esbuild");
  const kilobytes = (bytes) => gzipSync(bytes, { level: 9 }).length / 1000;
  const weighed = {};
  for (const name of options.names) {
    if (name === "note-ninja") {
      weighed[name] = kilobytes(readFileSync(file("core/wasm_core_bg.wasm"))) + kilobytes(readFileSync(file("core/wasm_core.js")));
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
  for (const size of sizes.split(",")) {
    const of = results.filter((result) => result.size === size);
    const columns = ["MRR@10", "median us", "95%", "99%", "key median", "key 95%", "key 99%", "first ms", "memory MB", "gzip kB", "asked"];
    console.log(`\n${engine}, ${size} courses`);
    console.log(`${"".padEnd(30)}${columns.map((column) => column.padStart(11)).join("")}`);
    for (const { name, quality, whole, keys, firstAnswerMs, memoryBytes } of of) {
      const cells = [
        `${quality.every > 1 ? "~" : ""}${quality.all.toFixed(4)}`,
        ...[whole.p50, whole.p95, whole.p99, keys.p50, keys.p95, keys.p99, firstAnswerMs, memoryBytes / 1e6].map(number),
        number(weighed[name] ?? 0),
        `${whole.asked}+${keys.asked}`,
      ];
      console.log(`${name.padEnd(30)}${cells.map((cell) => cell.padStart(11)).join("")}`);
    }
    const classes = Object.keys(of[0].quality.classes);
    console.log(`${"".padEnd(30)}${classes.map((name) => name.padStart(14)).join("")}`);
    for (const { name, quality } of of) {
      const cells = classes.map((cls) => (quality.classes[cls] ?? Number.NaN).toFixed(4).padStart(14));
      console.log(`${name.padEnd(30)}${cells.join("")}`);
    }
  }
}

const weighed = await weights();
const results = await (engine === "node" ? inNode() : inChromium());
writeFileSync(file(`results-${engine}.json`), JSON.stringify(results, null, 1));
print(results, weighed);
