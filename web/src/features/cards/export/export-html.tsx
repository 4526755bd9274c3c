import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import Markdown, { type Components } from "react-markdown";
import { isFormula, isMath, LEFT_OUT, plugins, textOf } from "../text/rich-text";

/**
 * Writes a formula as Anki has it. Between dollar signs Markdown needs those of the formula written otherwise; Anki does not, and
 * would end its own formula at the signs that begin and end one within a text.
 */
const ankiTex = (children: ReactNode) =>
  textOf(children)
    .trim()
    .replaceAll("\\text{\\textdollar}", "\\$")
    .replaceAll(/\\[()]/g, "$");

/** Anki draws formulas between these signs. */
const components: Components = {
  code: ({ className, children }) => {
    if (isMath(className, "inline")) return <span data-formula="">{`\\(${ankiTex(children)}\\)`}</span>;
    if (isMath(className, "display")) return <span data-formula="">{`\\[${ankiTex(children)}\\]`}</span>;
    return <code className={className}>{children}</code>;
  },
  pre: ({ children, node }) => (isFormula(node) ? <p>{children}</p> : <pre>{children}</pre>),
};

/** What Anki takes for a formula or a sound. Within the first of its characters and the others nothing may stand. */
const ANKI_SIGNS = /\\(?=[([])|\[(?=\$|latex\]|sound:|anki:)/;

/** Puts a comment into what Anki would take for a formula or a sound in a text, and leaves only the text of formulas. */
function escapeForAnki(place: Element) {
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    const sign = text.parentElement?.dataset.formula === undefined ? text.data.search(ANKI_SIGNS) : -1;
    if (sign >= 0) text.splitText(sign + 1).before(document.createComment(""));
  }
  for (const formula of place.querySelectorAll("[data-formula]")) formula.replaceWith(...formula.childNodes);
}

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
  escapeForAnki(place);
  const written = Array.from(place.children, (side) => side.innerHTML.trim());
  return written;
}
