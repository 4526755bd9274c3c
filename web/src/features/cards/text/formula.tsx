import "katex/dist/katex.min.css";
import katex from "katex";
import { useLayoutEffect, useRef } from "react";

/** Maximum number of macro expansions of a formula, so that a huge formula does not block the page. */
const MAX_EXPAND = 1000;
/** Maximum size that a formula may specify, in em. */
const MAX_SIZE = 10;

/**
 * Renders a formula as DOM nodes with MathML for screen readers. Our Content-Security-Policy blocks the `style`
 * attributes that KaTeX writes. They are renamed in the markup and then set from script, which is allowed.
 */
export function renderFormula(tex: string, isBlock: boolean): Node[] {
  const markup = katex.renderToString(tex, {
    displayMode: isBlock,
    throwOnError: false,
    errorColor: "var(--danger-text)",
    strict: "ignore",
    // Disable links, images and custom styles.
    trust: false,
    maxSize: MAX_SIZE,
    maxExpand: MAX_EXPAND,
  });
  // KaTeX escapes quotation marks in text, so this matches only attributes.
  const { body } = new DOMParser().parseFromString(markup.replaceAll(' style="', ' data-style="'), "text/html");
  for (const element of body.querySelectorAll<HTMLElement>("[data-style]")) {
    element.style.cssText = element.dataset.style ?? "";
    element.removeAttribute("data-style");
  }
  return [...body.childNodes];
}

export interface FormulaProps {
  tex: string;
  isBlock?: boolean;
}

export default function Formula({ tex, isBlock = false }: FormulaProps) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(...renderFormula(tex, isBlock)), [tex, isBlock]);
  return <span ref={place} className={isBlock ? "formula-block" : undefined} />;
}
