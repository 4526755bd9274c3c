// Runs a measurement in an otherwise idle page of Chromium.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

const KINDS = { html: "text/html", js: "text/javascript", json: "application/json", wasm: "application/wasm" };
const FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-extensions",
  "--js-flags=--expose-gc",
  "--enable-precise-memory-info",
];

/** The page runs the bundle and posts its result. */
const PAGE = `<!doctype html><meta charset="utf-8"><title>bench</title><script type="module">
const send = (body) => fetch("/results", { method: "POST", body: JSON.stringify(body) });
const get = async (name) => (await fetch(name)).json();
const bytes = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());
const heap = () => { globalThis.gc(); return performance.memory.usedJSHeapSize; };
try {
  const { run } = await import("/bundle.js");
  await send({ results: await run({ get, bytes, heap }) });
} catch (error) {
  await send({ error: String(error.stack ?? error) });
}
</script>`;

/**
 * Bundles `entry`, whose `run({ get, bytes, heap })` returns the results, and runs it in `chrome`. Serves the page the
 * files of `folder`, one URL each, and the entries of `made`, which are values or functions by name. Calls `sent` with
 * the name and size of each served file. `open` opens the address in another way than as a program of its own, and
 * returns a function that closes it.
 */
export async function inChromium({ chrome, entry, folder, made = {}, sent = () => {}, open = started(chrome) }) {
  const { build } = await import("esbuild");
  const bundle = await build({
    entryPoints: [new URL(entry, folder).pathname],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    platform: "browser",
    logLevel: "error",
  });
  const files = { "index.html": PAGE, "bundle.js": bundle.outputFiles[0].contents, ...made };
  let close;
  try {
    return await new Promise((resolve, reject) => {
      const server = createServer((request, response) => {
        const { pathname } = new URL(request.url, "http://localhost");
        const path = decodeURIComponent(pathname.slice(1)) || "index.html";
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
        try {
          const value = files[path];
          const body = typeof value === "function" ? value() : (value ?? readFileSync(new URL(path, folder)));
          sent(path, Buffer.byteLength(body));
          response.writeHead(200, {
            "content-type": KINDS[path.split(".").at(-1)] ?? "application/octet-stream",
            // Cross-origin isolated pages have clocks with a sufficient resolution.
            "cross-origin-opener-policy": "same-origin",
            "cross-origin-embedder-policy": "require-corp",
          });
          response.end(body);
        } catch {
          response.writeHead(404).end();
        }
      });
      server.listen(0, "127.0.0.1", () => {
        close = open(`http://127.0.0.1:${server.address().port}/`, reject);
        Promise.resolve(close).catch(reject);
      });
    });
  } finally {
    await (await close)?.();
  }
}

/** Returns a function that opens an address in a new browser and returns a function that ends it. */
function started(chrome) {
  return (address, onError) => {
    const profile = mkdtempSync(join(tmpdir(), "bench-"));
    // In a process group of its own: the program may be a script that starts the browser.
    const options = { stdio: "ignore", detached: process.platform !== "win32" };
    const browser = spawn(chrome, [...FLAGS, `--user-data-dir=${profile}`, address], options);
    browser.on("error", onError);
    browser.on("exit", (code) => onError(new Error(`The browser ended early, with status ${code}.`)));
    return async () => {
      browser.removeAllListeners("exit");
      const gone = new Promise((resolve) => browser.on("exit", resolve));
      if (process.platform === "win32") browser.kill();
      // The program may be a script that ends before the browser, which would still write into the profile.
      else process.kill(-browser.pid, "SIGKILL");
      await gone;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    };
  };
}
