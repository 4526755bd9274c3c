import "katex/dist/katex.min.css";
import katex from "katex";
import { useLayoutEffect, useRef } from "react";

/** Formulas of many pages would only slow a page down. */
const MAX_EXPAND = 1000;
/** Largest width, height or distance that a formula may ask for, in em. */
const MAX_SIZE = 10;

/**
 * A formula as elements: what is seen, and MathML beside it for screen readers. KaTeX writes `style` attributes, which our
 * Content-Security-Policy refuses; so they arrive under another name, and are set the way scripts may set them.
 */
export function drawFormula(tex: string, isBlock: boolean): Node[] {
  const markup = katex.renderToString(tex, {
    displayMode: isBlock,
    throwOnError: false,
    errorColor: "var(--danger-text)",
    strict: "ignore",
    // No links, no pictures, no styles of the author's own.
    trust: false,
    maxSize: MAX_SIZE,
    maxExpand: MAX_EXPAND,
  });
  // KaTeX writes every quotation mark of a text as an entity: this one begins an attribute.
  const { body } = new DOMParser().parseFromString(markup.replaceAll(' style="', ' data-style="'), "text/html");
  for (const element of body.querySelectorAll<HTMLElement>("[data-style]")) {
    element.style.cssText = element.dataset.style ?? "";
    element.removeAttribute("data-style");
  }
  return [...body.childNodes];
}

export interface FormulaProps {
  tex: string;
  /** On lines of its own. */
  isBlock?: boolean;
}

export default function Formula({ tex, isBlock = false }: FormulaProps) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(...drawFormula(tex, isBlock)), [tex, isBlock]);
  return <span ref={place} className={isBlock ? "formula-block" : undefined} />;
}
