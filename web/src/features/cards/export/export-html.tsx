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

/** As `ANKI_SIGNS`, and the syntax of gaps, for a card with marked gaps. */
const ANKI_GAP_SIGNS = /\\(?=[([])|\[(?=\$|latex\]|sound:|anki:)|\{(?=\{)|\}(?=[}⸣])|:(?=[:⸥⸣])/;

/** Marks after the number of a gap and before its hint, as in `gapsForAnki`. */
const GAP_MARK = "⸤";

/** Separates the signs that would end a gap in a formula, or begin its hint. */
const ankiGapTex = (tex: string) => tex.replace(/\}(?=[}⸣])/g, "} ").replace(/:(?=:)/g, ":{}");

/**
 * Inserts a comment into text that Anki would read as a formula, a sound or a gap, and unwraps the formula elements. In
 * formulas, spaces have the same effect.
 */
function escapeForAnki(place: Element, hasGaps: boolean) {
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    if (text.parentElement?.dataset.formula !== undefined) {
      if (hasGaps) text.data = ankiGapTex(text.data);
      continue;
    }
    const sign = text.data.search(hasGaps ? ANKI_GAP_SIGNS : ANKI_SIGNS);
    if (sign >= 0) text.splitText(sign + 1).before(document.createComment(""));
  }
  for (const formula of place.querySelectorAll("[data-formula]")) formula.replaceWith(...formula.childNodes);
}

/** Replaces the marks of gaps by Anki's syntax. */
const withAnkiGaps = (html: string) =>
  html
    .replace(/⸢(\d+)⸤/g, "{{c$1::")
    .replaceAll("⸥", "::")
    .replaceAll("⸣", "}}");

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
  return Array.from(place.children, (side) => {
    const hasGaps = side.textContent?.includes(GAP_MARK) ?? false;
    escapeForAnki(side, hasGaps);
    const html = side.innerHTML.trim();
    return hasGaps ? withAnkiGaps(html) : html;
  });
}
