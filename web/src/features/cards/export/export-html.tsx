import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import Markdown, { type Components } from "react-markdown";
import { DISALLOWED_ELEMENTS, isFormula, isMath, remarkPlugins, textOf } from "../text/rich-text";

/**
 * Converts a formula to Anki's TeX. Restores dollar signs, which must be escaped between the dollar signs of Markdown,
 * and replaces `\(` and `\)`, which would end Anki's own formula.
 */
const ankiTex = (children: ReactNode) =>
  textOf(children)
    .trim()
    .replaceAll("\\text{\\textdollar}", "\\$")
    .replaceAll(/\\[()]/g, "$");

/** Writes formulas between Anki's delimiters. */
const components: Components = {
  code: ({ className, children }) => {
    if (isMath(className, "inline")) return <span data-formula="">{`\\(${ankiTex(children)}\\)`}</span>;
    if (isMath(className, "display")) return <span data-formula="">{`\\[${ankiTex(children)}\\]`}</span>;
    return <code className={className}>{children}</code>;
  },
  pre: ({ children, node }) => (isFormula(node) ? <p>{children}</p> : <pre>{children}</pre>),
};

/**
 * Sequences that Anki reads as a formula, a sound or a text-to-speech tag. An element after the first character
 * disables them.
 */
const ANKI_SIGNS = /\\(?=[([])|\[(?=\$|latex\]|sound:|anki:)/;

/** Inserts a comment into text that Anki would read as a formula or sound, and unwraps the formula elements. */
function escapeForAnki(place: Element) {
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    const sign = text.parentElement?.dataset.formula === undefined ? text.data.search(ANKI_SIGNS) : -1;
    if (sign >= 0) text.splitText(sign + 1).before(document.createComment(""));
  }
  for (const formula of place.querySelectorAll("[data-formula]")) formula.replaceWith(...formula.childNodes);
}

export function toHtml(texts: readonly string[]): string[] {
  const place = document.createElement("div");
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is static
        <div key={index}>
          <Markdown components={components} remarkPlugins={remarkPlugins} disallowedElements={DISALLOWED_ELEMENTS}>
            {text}
          </Markdown>
        </div>
      )),
    ),
  );
  escapeForAnki(place);
  const written = Array.from(place.children, (side) => side.innerHTML.trim());
  return written;
}
