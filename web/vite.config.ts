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

/** The local cloud (`cargo xtask dev`), which serves the API and the files in development. */
const localServer = "http://localhost:4000";

/**
 * Removes the call that adds Sonner's styles through a `<style>` element, which the Content-Security-Policy blocks.
 * `styles/toasts.css` contains the same rules.
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

/** Removes the older font formats of KaTeX. Every supported browser reads WOFF2. */
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

/** Large files that are rarely needed, or only by administrators. */
const rare =
  /^(animate-background|music-metadata|formula|KaTeX_|console-|photo-dialog|qr-code|hash\.worker|fit\.worker|fit_core|imports_core|meaning-model|note-|reader-|pdf|atkinson)/;

/** Files for reading notes: the page, pdf.js and the files that it loads by name, and the text view with its font. */
const reader = /^assets\/(note-|reader-|pdf|atkinson)/;

/** Returns a group of tests that run in one environment. */
function testProject(name: string, environment: string, include: string) {
  // vite-plugin-wasm detects Node by a plugin with this name.
  const marker = { name: "vitest" };
  return { extends: true as const, plugins: [marker], test: { name, environment, include: [include] } };
}

/** Runs while the other files load. */
const firstScript = inProject("./src/app/boot/first-script.ts");

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
      retired: inProject("./src/app/worker/kill-switch-worker.ts"),
      alias: inProject("./src"),
      rare,
      reader,
      plain: ["first-paint.js", "icon.svg", "index.html"],
    }),
  ],
  resolve: {
    alias: [
      { find: "@", replacement: inProject("./src") },
      // The original adds a `<style>` element, which the Content-Security-Policy blocks.
      { find: "react-remove-scroll", replacement: inProject("./src/ui/overlay/remove-scroll.tsx") },
    ],
  },
  // The search worker loads the core, whose module uses top-level await: this requires ES modules.
  worker: {
    format: "es",
    plugins: () => [wasm(), pdfWorker()],
    // One file each: a second file would delay the first response of a worker by a round trip.
    rolldownOptions: { output: { codeSplitting: false } },
  },
  optimizeDeps: { exclude: ["sonner"] },
  build: {
    target: "esnext",
    manifest: true,
    // One style sheet of 28 kB (gzip): splitting it would cost more requests than it saves bytes.
    cssCodeSplit: false,
    // Nothing may become a `data:` URL or an inline script, because the policy allows neither.
    assetsInlineLimit: 0,
    // The moving scene (three) is the only large file. It is fetched when the page is idle.
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
    setupFiles: [inProject("./plugins/test-timeouts.ts")],
    // Use all cores: nothing else runs beside the tests.
    maxWorkers: "100%",
    // Setting up a page takes longer than most tests. Component tests get one; others request it in their first line.
    projects: [testProject("pages", "jsdom", "src/**/*.test.tsx"), testProject("rules", "node", "src/**/*.test.ts")],
  },
});
