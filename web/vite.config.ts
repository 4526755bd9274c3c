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

export default defineConfig(({ command }) => ({
  plugins: [wasm(), react(), tailwindcss(), withoutInjectedStyles(), withoutOldFonts()],
  resolve: {
    alias: [
      { find: "@", replacement: inProject("./src") },
      // The original adds a `<style>` element, which our Content-Security-Policy refuses.
      { find: "react-remove-scroll", replacement: inProject("./src/ui/remove-scroll.tsx") },
      // The package's entry is its development build, whatever is being built.
      ...(command === "build"
        ? [
            { find: /^react-router$/, replacement: inProject("./node_modules/react-router/dist/production/index.mjs") },
            {
              find: /^react-router\/dom$/,
              replacement: inProject("./node_modules/react-router/dist/production/dom-export.mjs"),
            },
          ]
        : []),
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
        codeSplitting: {
          // Few files for the first page: what every page stands on, and what every form needs.
          groups: [
            {
              name: "base",
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|openapi-fetch|cookie)[\\/]|src[\\/](lib[\\/](?!shelves)|api[\\/](client|problem|session)\.)|src[\\/]ui[\\/](button|spinner|loading|state-view)\./,
            },
            {
              name: "form",
              test: /react-hook-form|lucide-react[\\/]dist[\\/]esm[\\/](?!icons)|icons[\\/](eye|eye-off|check|info|circle-exclamation-point|wifi-off)\.|src[\\/](ui[\\/](field|text-field|password-field|checkbox|banner|icon-button|logo)|api[\\/]use-app-form|core[\\/](engine|limits|generated[\\/]limits))\.|src[\\/]features[\\/]auth[\\/](auth-card|checks|api)\./,
            },
          ],
          includeDependenciesRecursively: false,
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
}));
