// The app as one script, to tell what its files and their order cost.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { pack } from "../site.mjs";

/** A module of the built app, by what its name begins with. */
const isNamed = (file, name) => basename(file).startsWith(`${name}-`);

/**
 * Puts the scripts that a page loads, by their paths in `site`, into one, which runs the same code. Returns how to let the
 * site's page begin with it, and with its own files again.
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
    // What the page does not load is fetched where it is.
    external: (id, importer) => importer !== undefined && !files.includes(join(site, "assets", basename(id))),
    plugins: [
      {
        name: "without-preloads",
        // The files that it would fetch ahead are inside.
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
