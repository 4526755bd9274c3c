import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { build, type Plugin, type ResolvedConfig } from "vite";

interface Options {
  /** The worker's module, and the one that takes its place when it turns out broken. */
  worker: string;
  retired: string;
  alias: string;
  /** Hashed files that are large and rarely needed, by the beginning of their names: kept when they are first used. */
  rare: RegExp;
  /** Those of them that the reader consists of, also in folders: kept as soon as somebody keeps a note. */
  reader: RegExp;
  /** Files without a hash that the app needs. */
  plain: readonly string[];
}

/**
 * Builds the page's worker after the app, because it names the app's files. Workbox's own plugins would bring a second
 * bundler and three hundred packages for this list.
 */
export function pageWorker({ worker, retired, alias, rare, reader, plain }: Options): Plugin {
  let config: ResolvedConfig;
  return {
    name: "page-worker",
    apply: "build",
    configResolved(resolved) {
      config = resolved;
    },
    // Not `closeBundle`, which follows a build that failed as well, and would fail for want of its files.
    writeBundle: {
      order: "post",
      sequential: true,
      async handler() {
        const dist = resolve(config.root, config.build.outDir);
        const assets = readdirSync(join(dist, "assets")).filter((name) => !rare.test(name));
        const kept = [
          ...assets.sort().map((name) => ({ url: `/assets/${name}`, revision: null })),
          // With its hash, so that a page of another release, published a moment before or after, is not taken for it.
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
