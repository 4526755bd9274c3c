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

export default defineConfig({
  plugins: [wasm(), react(), tailwindcss(), withoutInjectedStyles()],
  resolve: {
    alias: {
      "@": fileURLToPath(new URL("./src", import.meta.url)),
      // The original adds a `<style>` element, which our Content-Security-Policy refuses.
      "react-remove-scroll": fileURLToPath(new URL("./src/ui/remove-scroll.tsx", import.meta.url)),
    },
  },
  // The search worker loads the core, whose module awaits at its top level: only ES modules can.
  worker: { format: "es", plugins: () => [wasm()] },
  optimizeDeps: { exclude: ["sonner"] },
  build: {
    target: "esnext",
    manifest: true,
    // Nothing may become a data: address or an inline script; the policy allows neither.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
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
