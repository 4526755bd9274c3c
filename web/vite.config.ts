import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import wasm from "vite-plugin-wasm";
import { defineConfig } from "vitest/config";
import { codeSplitting } from "./plugins/code-splitting.ts";
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

/** Large and rarely needed, or only administrators'. */
const rare =
  /^(moving-scene|music-metadata|formula|KaTeX_|console-|photo-dialog|qr-code|hash\.worker|imports_core|note-|reader-|pdf)/;

/** What reading a note takes: its page, pdf.js and what that fetches by name. */
const reader = /^assets\/(note-|reader-|pdf)/;

/** Tests that run in one environment. */
function testProject(name: string, environment: string, include: string) {
  // By a plugin of this name vite-plugin-wasm knows that Node, which fetches nothing from here, runs the code.
  const marker = { name: "vitest" };
  return { extends: true as const, plugins: [marker], test: { name, environment, include: [include] } };
}

/** Runs while the rest is being fetched. */
const firstScript = inProject("./src/app/boot/start.ts");

export default defineConfig({
  plugins: [
    wasm(),
    react(),
    tailwindcss(),
    withoutInjectedStyles(),
    withoutOldFonts(),
    pdfAssets(),
    pdfWorker(),
    firstPage({ script: firstScript, markup: inProject("./src/app/boot/markup.tsx"), alias: inProject("./src") }),
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
      { find: "react-remove-scroll", replacement: inProject("./src/ui/overlay/remove-scroll.tsx") },
    ],
  },
  // The search worker loads the core, whose module awaits at its top level: only ES modules can.
  worker: {
    format: "es",
    plugins: () => [wasm(), pdfWorker()],
    // One file each: a worker's second file would be one more round trip before its first answer.
    rolldownOptions: { output: { codeSplitting: false } },
  },
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
    rolldownOptions: { output: { codeSplitting } },
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
