import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import wasm from "vite-plugin-wasm";
import { defineConfig } from "vitest/config";

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

export default defineConfig({
  plugins: [wasm(), react(), tailwindcss(), withoutInjectedStyles(), withoutOldFonts()],
  resolve: {
    alias: [
      { find: "@", replacement: inProject("./src") },
      // The original adds a `<style>` element, which our Content-Security-Policy refuses.
      { find: "react-remove-scroll", replacement: inProject("./src/ui/remove-scroll.tsx") },
    ],
  },
  // The search worker loads the core, whose module awaits at its top level: only ES modules can.
  worker: { format: "es", plugins: () => [wasm()] },
  optimizeDeps: { exclude: ["sonner"] },
  build: {
    target: "esnext",
    manifest: true,
    // Nothing may become a data: address or an inline script; the policy allows neither.
    assetsInlineLimit: 0,
    // The moving scene (three) is the one large file; it is fetched when a page has nothing else to do.
    chunkSizeWarningLimit: 600,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Few files: what every page needs first, what three pages or more share, and of each page the rest. What only
        // administrators or only some pages use is kept out of the shared file; all of it that belongs together is one.
        codeSplitting: {
          groups: [
            { name: "base", tags: ["$initial"], priority: 3 },
            { name: "icons", test: /lucide-react/, minShareCount: 2, priority: 2 },
            { name: "music-metadata", test: /music-metadata/, priority: 2 },
            {
              name: "shared",
              test: /[\\/]src[\\/](?!parts[\\/]uploading|ui[\\/]sortable)/,
              minShareCount: 3,
              priority: 1,
            },
            { name: "sorting", test: /sortable-list/ },
            { name: "uploading", test: /parts[\\/]uploading/ },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(["/api", "/catalogue", "/_local"].map((path) => [path, { target: localServer }])),
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    restoreMocks: true,
    unstubGlobals: true,
  },
});
