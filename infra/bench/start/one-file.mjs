// Combines the app into one script, to measure the cost of its files and their order.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { pack } from "../site.mjs";

/** Returns true if the name of a built module begins with `name`. */
const isNamed = (file, name) => basename(file).startsWith(`${name}-`);

/**
 * Combines the scripts that a page loads, given by their paths in `site`, into one with the same code. Returns
 * functions that switch the site's page to it and back to its own files.
 */
export async function oneFile(site, name, scripts) {
  const web = createRequire(join(process.cwd(), "../../web/package.json"));
  const { rolldown } = await import(pathToFileURL(web.resolve("rolldown")));
  const files = scripts.map((path) => join(site, path));
  const first = files.find((file) => isNamed(file, "start"));
  const app = files.find((file) => isNamed(file, "app"));
  const entry = join(site, `assets/one-${name}.entry.js`);
  writeFileSync(entry, `import "./${basename(first)}";\nimport "./${basename(app)}";\n`);
  const bundle = await rolldown({
    input: entry,
    // Modules that the page does not load stay separate files.
    external: (id, importer) => importer !== undefined && !files.includes(join(site, "assets", basename(id))),
    plugins: [
      {
        name: "without-preloads",
        // Remove the lists of files to preload, because these files are part of the bundle.
        transform: (code) => code.replaceAll(/__vite__mapDeps\(\[[\d,]*\]\)/g, "[]"),
      },
    ],
    logLevel: "silent",
  });
  const script = `assets/one-${name}.js`;
  await bundle.write({ file: join(site, script), format: "es", minify: true, codeSplitting: false });
  pack(join(site, script));

  const page = join(site, "index.html");
  const split = readFileSync(page, "utf8");
  const tag = `<script type="module" async src="/${script}"></script>`;
  const joined = split.replaceAll(/<script type="module"[^>]*><\/script>/g, "").replace("<head>", `<head>${tag}`);
  return {
    use: () => writeFileSync(page, joined),
    restore: () => writeFileSync(page, split),
  };
}
