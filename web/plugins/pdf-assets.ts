import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

const packageFile = createRequire(import.meta.url).resolve("pdfjs-dist/package.json");
const { version } = JSON.parse(readFileSync(packageFile, "utf8")) as { version: string };

/** Public folder of the files. It contains the version, so that they can be cached forever like all of `assets`. */
const folder = `assets/pdfjs-${version}`;

/**
 * Files that pdf.js loads when a document needs them: character maps, standard fonts, colour profiles, decoders and
 * annotation icons.
 */
const wanted: Record<string, RegExp> = {
  cmaps: /\.bcmap$/,
  standard_fonts: /\.(?:pfb|ttf)$/,
  iccs: /\.icc$/,
  wasm: /^(?:jbig2|openjpeg|qcms_bg)\.wasm$/,
  "web/images": /^annotation-.*\.svg$/,
};

function* files(): Generator<{ name: string; path: string }> {
  for (const [part, names] of Object.entries(wanted)) {
    for (const file of readdirSync(join(dirname(packageFile), part))) {
      if (names.test(file)) yield { name: `${part}/${file}`, path: join(dirname(packageFile), part, file) };
    }
  }
}

/** Serves the files that pdf.js loads by name from our own host, and defines their URL for the reader. */
export function pdfAssets(): Plugin {
  return {
    name: "pdf-assets",
    config: () => ({ define: { "import.meta.env.VITE_PDF_ASSETS": JSON.stringify(`/${folder}/`) } }),
    configureServer(server) {
      const served = new Map([...files()].map(({ name, path }) => [`/${folder}/${name}`, path]));
      server.middlewares.use((request, response, next) => {
        const path = served.get(request.url ?? "");
        if (!path) return next();
        if (path.endsWith(".wasm")) response.setHeader("content-type", "application/wasm");
        if (path.endsWith(".svg")) response.setHeader("content-type", "image/svg+xml");
        response.end(readFileSync(path));
      });
    },
    generateBundle() {
      for (const { name, path } of files()) {
        this.emitFile({ type: "asset", fileName: `${folder}/${name}`, source: readFileSync(path) });
      }
    },
  };
}

const engine = /[\\/]pdfjs-dist[\\/]legacy[\\/]build[\\/]pdf\.worker\.mjs(?:\?worker_file.*)?$/;

/**
 * Edits of the pdf.js worker that speed up page lookup. pdf.js reads every earlier sibling of a page, each in a
 * separate range request. Many programs attach all pages to one node, so opening such a file would download most of it.
 * If a node has as many kids as pages, each kid is a page and its index is known.
 */
const edits: [before: string, after: string][] = [
  // Lookup of a page by its index.
  [
    "      for (let last = kids.length - 1; last >= 0; last--) {\n        const lastKid = kids[last];\n        nodesToVisit.push(lastKid);",
    `      if (kids.length === count) {
        kids = [kids[pageIndex - currentPageIndex]];
        currentPageIndex = pageIndex;
      }
      for (let last = kids.length - 1; last >= 0; last--) {
        const lastKid = kids[last];
        nodesToVisit.push(lastKid);`,
  ],
  // Lookup of a page's index, for links and the outline.
  [
    "        kidPromises.push(xref.fetchAsync(kid).then(obj => {",
    `        if (kids.length === parent.get("Count")) {
          total++;
          continue;
        }
        kidPromises.push(xref.fetchAsync(kid).then(obj => {`,
  ],
];

/** Edits the pdf.js worker. Fails the build if a new release changed the edited code. */
export function pdfWorker(): Plugin {
  return {
    name: "pdf-worker",
    transform(code, id) {
      if (!engine.test(id)) return undefined;
      return edits.reduce((edited, [before, after]) => {
        if (edited.split(before).length !== 2)
          throw new Error(`pdf.js has changed; look at this edit again:\n${after}`);
        return edited.replace(before, () => after);
      }, code);
    },
  };
}
