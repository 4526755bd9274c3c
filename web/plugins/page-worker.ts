import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { build, type Plugin, type ResolvedConfig } from "vite";

interface Options {
  /** Entry of the service worker, and entry of the worker that replaces a broken release. */
  worker: string;
  retired: string;
  alias: string;
  /** Matches large, rarely used hashed files by name. They are cached on first use. */
  rare: RegExp;
  /** Matches the files of the reader by path. They are cached when a user keeps a note offline. */
  reader: RegExp;
  /** Files without a hash in their name that the app needs. */
  plain: readonly string[];
}

/**
 * Builds the service worker after the app, because it lists the app's files. Workbox's plugins would add a second
 * bundler and 300 packages for this list.
 */
export function pageWorker({ worker, retired, alias, rare, reader, plain }: Options): Plugin {
  let config: ResolvedConfig;
  return {
    name: "page-worker",
    apply: "build",
    configResolved(resolved) {
      config = resolved;
    },
    // Not `closeBundle`, which also runs after a failed build, when the files are missing.
    writeBundle: {
      order: "post",
      sequential: true,
      async handler() {
        const dist = resolve(config.root, config.build.outDir);
        const assets = readdirSync(join(dist, "assets")).filter((name) => !rare.test(name));
        const kept = [
          ...assets.sort().map((name) => ({ url: `/assets/${name}`, revision: null })),
          // The integrity hash rejects a page of another release that is published at the same time.
          ...plain.map((name) => {
            const content = readFileSync(join(dist, name));
            const hash = createHash("sha384").update(content).digest("base64");
            return { url: `/${name}`, revision: hash.slice(0, 16), integrity: `sha384-${hash}` };
          }),
        ];
        const readerFiles = readdirSync(join(dist, "assets"), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => relative(dist, join(parentPath, name)).split(sep).join("/"))
          .filter((path) => reader.test(path))
          .map((path) => `/${path}`);
        const programs = { "sw.js": worker, "retired-worker.js": retired };
        for (const [file, input] of Object.entries(programs)) {
          await build({
            configFile: false,
            root: config.root,
            logLevel: "error",
            resolve: { alias: { "@": alias } },
            define: { KEPT_FILES: JSON.stringify(kept), READER_FILES: JSON.stringify(readerFiles.sort()) },
            build: {
              outDir: dist,
              emptyOutDir: false,
              copyPublicDir: false,
              target: "esnext",
              modulePreload: false,
              rolldownOptions: { input, output: { entryFileNames: file, format: "iife" } },
            },
          });
        }
      },
    },
  };
}
