import type { HtmlTagDescriptor, Plugin } from "vite";
import { runnerImport } from "vite";

/** Placeholder in `index.html`. */
const PLACE = "<!--first-frame-->";

type Markup = typeof import("../src/app/boot/markup");

/** Lowers the priority of the app script, so that the styles, the font and the first requests load before it. */
function withLateApp(html: string): string {
  const late = html.replace(/<script type="module"(?=[^>]* src="\/assets\/app-)/, '$& fetchpriority="low"');
  if (late === html) throw new Error("The page has no script of the app.");
  return late;
}

/**
 * Adds the first frame, rendered from the app's own components, and the first script to the HTML. The first script
 * prefetches data while the app loads.
 */
export function firstPage({ script, markup, alias }: { script: string; markup: string; alias: string }): Plugin {
  let drawn: Promise<string> | undefined;
  const draw = async () => {
    const { module } = await runnerImport<Markup>(markup, {
      configFile: false,
      logLevel: "error",
      resolve: { alias: { "@": alias } },
    });
    return module.firstFrameMarkup();
  };
  return {
    name: "first-page",
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle }) {
        drawn ??= draw();
        const chunk = Object.values(bundle ?? {}).find(
          (file) => file.type === "chunk" && file.moduleIds.includes(script),
        );
        if (bundle && chunk?.type !== "chunk") throw new Error(`${script} must be a file of its own.`);
        if (chunk?.type === "chunk" && chunk.imports.length > 0) {
          throw new Error(`${script} must import nothing that lies in ${chunk.imports.join(", ")}.`);
        }
        const src = chunk ? `/${chunk.fileName}` : `/${script.slice(script.indexOf("src/"))}`;
        const first: HtmlTagDescriptor = {
          tag: "script",
          // `async`: runs as soon as it is loaded. The app script waits until the document is parsed.
          attrs: { type: "module", async: true, crossorigin: true, src },
          injectTo: "head-prepend",
        };
        const frame = await drawn;
        const framed = html.replace(PLACE, () => frame);
        return { html: bundle ? withLateApp(framed) : framed, tags: [first] };
      },
    },
  };
}
