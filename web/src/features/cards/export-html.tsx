import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import Markdown, { type Components } from "react-markdown";
import { isFormula, isMath, LEFT_OUT, plugins, textOf } from "./rich-text";

/** Anki draws formulas between these signs. */
const components: Components = {
  code: ({ className, children }) => {
    if (isMath(className, "inline")) return `\\(${textOf(children)}\\)`;
    if (isMath(className, "display")) return `\\[${textOf(children).trim()}\\]`;
    return <code>{children}</code>;
  },
  pre: ({ children, node }) => (isFormula(node) ? <p>{children}</p> : <pre>{children}</pre>),
};

/** Markdown of cards as HTML of Anki, each text for itself. */
export function asHtml(texts: readonly string[]): string[] {
  const place = document.createElement("div");
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are written once
        <div key={index}>
          <Markdown components={components} remarkPlugins={plugins} disallowedElements={LEFT_OUT}>
            {text}
          </Markdown>
        </div>
      )),
    ),
  );
  const written = Array.from(place.children, (side) => side.innerHTML.trim());
  root.unmount();
  return written;
}
