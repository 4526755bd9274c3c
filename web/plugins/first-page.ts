import type { HtmlTagDescriptor, Plugin } from "vite";
import { runnerImport } from "vite";

/** Where the markup goes in `index.html`. */
const PLACE = "<!--first-frame-->";

type Markup = typeof import("../src/app/boot/markup");

/** The first frame needs its styles and its font, and its questions come before the app, too, which is as large as all of them. */
function withLateApp(html: string): string {
  const late = html.replace(/<script type="module"(?=[^>]* src="\/assets\/app-)/, '$& fetchpriority="low"');
  if (late === html) throw new Error("The page has no script of the app.");
  return late;
}

/**
 * What the HTML holds beside the app: the first frame, drawn by the app's own parts, and the first script, which asks for
 * what the page will need while the app is still on its way.
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
          // Run as soon as it is there, and not, as the app is, once the page has been read.
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
