import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import wasm from "vite-plugin-wasm";
import { defineConfig } from "vitest/config";
import { firstPage } from "./plugins/first-page.ts";
import { pageWorker } from "./plugins/page-worker.ts";
import { pdfAssets, pdfWorker } from "./plugins/pdf-assets.ts";

/** The local cloud (`cargo xtask dev`), which answers for the API and the files in development. */
const localServer = "http://localhost:4000";

/**
 * Sonner adds its style sheet by a `<style>` element, which our Content-Security-Policy refuses.
 * The same rules reach the page through `styles/toasts.css`, so the call is cut out.
 */
function withoutInjectedStyles(): Plugin {
  return {
    name: "without-injected-styles",
    transform(code, id) {
      if (!/[\\/]sonner[\\/]dist[\\/]index\.mjs/.test(id)) return undefined;
      return code.replace(/^__insertCSS\(.*$/m, "");
    },
  };
}

/** Every browser that can run this page reads WOFF2: the older copies of the fonts for formulas need not be published. */
function withoutOldFonts(): Plugin {
  return {
    name: "without-old-fonts",
    enforce: "pre",
    transform(code, id) {
      if (!/[\\/]katex[\\/]dist[\\/]katex\.min\.css/.test(id)) return undefined;
      return code.replace(/,url\([^)]+\.(?:woff|ttf)\) format\("[^"]+"\)/g, "");
    },
  };
}

const inProject = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What the first script imports: none of it may lie in a file that is fetched later. */
const firstFiles =
  /preload-helper|[\\/]src[\\/](app[\\/](start|pages|early-questions)|api[\\/](session-hint|owed-sign-out)|core[\\/](client|addresses|protocol)|lib[\\/](early|paths|albums))\.ts/;

/** What keeping files on this device takes, but for what every page asks about it. */
const keeping =
  /api[\\/]kept-files[\\/](?!addresses|marker|or-kept|things|wipe)|parts[\\/]keeping[\\/](?!keep\.|keepable|words)|hash-wasm/;

/** Writing and showing study cards, with what reads Markdown; but not the list of them on a course's page. */
const cards =
  /features[\\/]cards[\\/](?!chapter-list)|react-markdown|remark-|micromark|mdast|hast-|unist-|unified|vfile|property-information|markdown-table|structured-clone/;

/** What more than one page uses, but most do not: uploading, sorting, choosing from a list. */
const apart = /parts[\\/]uploading[\\/](?!live)|sortable-list|@dnd-kit|combobox|@ariakit/;

const isApart = (id: string) => apart.test(id) || keeping.test(id) || cards.test(id);

const pieces =
  /lucide-react|wasm-helper|features[\\/](player|exams[\\/]countdown)|[\\/]src[\\/](ui|lib|core|api|parts|player)[\\/]/;

/** Large and rarely needed, or only administrators'. */
const rare =
  /^(moving-scene|music-metadata|formula|KaTeX_|console-|photo-dialog|qr-code|hash\.worker|note-|reader-|pdf)/;

/** What reading a note takes: its page, pdf.js and what that fetches by name. */
const reader = /^assets\/(note-|reader-|pdf)/;

/** Tests that run in one environment. */
function testProject(name: string, environment: string, include: string) {
  // By a plugin of this name vite-plugin-wasm knows that Node, which fetches nothing from here, runs the code.
  const marker = { name: "vitest" };
  return { extends: true as const, plugins: [marker], test: { name, environment, include: [include] } };
}

/** Runs while the rest is being fetched. */
const firstScript = inProject("./src/app/start.ts");

export default defineConfig({
  plugins: [
    wasm(),
    react(),
    tailwindcss(),
    withoutInjectedStyles(),
    withoutOldFonts(),
    pdfAssets(),
    pdfWorker(),
    firstPage({ script: firstScript, markup: inProject("./src/app/first/markup.tsx"), alias: inProject("./src") }),
    pageWorker({
      worker: inProject("./src/app/worker/sw.ts"),
      retired: inProject("./src/app/worker/retired.ts"),
      alias: inProject("./src"),
      rare,
      reader,
      plain: ["first-paint.js", "icon.svg", "index.html"],
    }),
  ],
  resolve: {
    alias: [
      // The package's own entry is its development build.
      { find: /^react-router$/, replacement: inProject("./node_modules/react-router/dist/production/index.mjs") },
      {
        find: /^react-router\/dom$/,
        replacement: inProject("./node_modules/react-router/dist/production/dom-export.mjs"),
      },
      { find: "@", replacement: inProject("./src") },
      // The original adds a `<style>` element, which our Content-Security-Policy refuses.
      { find: "react-remove-scroll", replacement: inProject("./src/ui/remove-scroll.tsx") },
    ],
  },
  // The search worker loads the core, whose module awaits at its top level: only ES modules can.
  worker: { format: "es", plugins: () => [wasm(), pdfWorker()] },
  optimizeDeps: { exclude: ["sonner"] },
  build: {
    target: "esnext",
    manifest: true,
    // One style sheet, 28 kB gzip: what a page would save of it costs requests, and a page without its styles is no page.
    cssCodeSplit: false,
    // Nothing may become a data: address or an inline script; the policy allows neither.
    assetsInlineLimit: 0,
    // The moving scene (three) is the one large file; it is fetched when a page has nothing else to do.
    chunkSizeWarningLimit: 600,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Few files: the first script; the app with its sign-in page; what pages share; and of each page the rest. What
        // only administrators or only some pages use is kept out of the shared file; all of it that belongs together is one.
        codeSplitting: {
          groups: [
            { name: "start", test: firstFiles, priority: 5 },
            { name: "app", tags: ["$initial"], priority: 4 },
            { name: "music-metadata", test: /music-metadata/, priority: 3 },
            { name: "shared", test: (id) => !isApart(id), minShareCount: 3, priority: 3 },
            // What only two use is small: pieces of the design system, icons.
            { name: "pieces", test: (id) => pieces.test(id) && !isApart(id), minShareCount: 2, priority: 2 },
            { name: "sorting", test: /sortable-list|@dnd-kit/, priority: 1 },
            { name: "uploading", test: /parts[\\/]uploading/, priority: 1 },
            { name: "keeping", test: keeping, priority: 1 },
            { name: "combobox", test: /ui[\\/]combobox|@ariakit/, priority: 1 },
            { name: "cards", test: cards, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ["/api", "/catalogue", "/pictures", "/_local"].map((path) => [path, { target: localServer }]),
    ),
  },
  test: {
    restoreMocks: true,
    unstubGlobals: true,
    setupFiles: [inProject("./plugins/patience.ts")],
    // All cores: nobody works beside the tests.
    maxWorkers: "100%",
    // Setting a page up takes longer than most tests: those of components get one, others ask for it in their first line.
    projects: [testProject("pages", "jsdom", "src/**/*.test.tsx"), testProject("rules", "node", "src/**/*.test.ts")],
  },
});
