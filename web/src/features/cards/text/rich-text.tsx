import { type ComponentProps, memo, type ReactNode } from "react";
import Markdown, { type Components, type ExtraProps } from "react-markdown";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import { lazyComponent } from "@/ui/feedback/lazy";
import { blockFormulas } from "./block-formulas";
import type { FormulaProps } from "./formula";
import { gapMarks } from "./gap-marks";

const load = () => import("./formula");
/** Shows the TeX source until the code has loaded, or if it fails to load. */
const Formula = lazyComponent<FormulaProps>(async () => (await load()).default, {
  placeholder: ({ tex }) => <code>{tex}</code>,
  failure: "silent",
});

/** Preloads the formula code if one of the texts contains a formula. */
export function prepareFormulas(texts: Iterable<string>): void {
  for (const text of texts) {
    if (!text.includes("$")) continue;
    load().catch((error: unknown) => console.warn("Formulas cannot be drawn yet.", error));
    return;
  }
}

export const isMath = (className: string | undefined, kind: "inline" | "display") =>
  className?.split(" ").includes(`math-${kind}`) ?? false;

export const textOf = (children: ReactNode) => (typeof children === "string" ? children : "");

/** Returns true if a `pre` element contains a formula. */
export function isFormula(pre: ExtraProps["node"]): boolean {
  const inner = pre?.children[0];
  const names = inner?.type === "element" ? inner.properties.className : undefined;
  return Array.isArray(names) && names.includes("math-display");
}

/** Renders headings as bold paragraphs, because each card has its own heading. */
const Heading = ({ children }: { children?: ReactNode }) => (
  <p>
    <strong>{children}</strong>
  </p>
);

const components: Components = {
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  ),
  table: ({ children }) => (
    <div className="table-wrap">
      <table>{children}</table>
    </div>
  ),
  code: ({ className, children }) => {
    if (isMath(className, "inline")) return <Formula tex={textOf(children)} />;
    if (isMath(className, "display")) return <Formula tex={textOf(children)} isBlock />;
    return <code>{children}</code>;
  },
  // `remark-math` renders a block formula as code within `pre`.
  pre: ({ children, node }) => (isFormula(node) ? children : <pre>{children}</pre>),
};

export const remarkPlugins: ComponentProps<typeof Markdown>["remarkPlugins"] = [remarkGfm, remarkMath, blockFormulas];

const shownPlugins = [...(remarkPlugins ?? []), gapMarks];

/** Excluded elements: images would come from other hosts, and footnotes need ids that repeat across cards. */
export const DISALLOWED_ELEMENTS = ["img", "input", "section", "sup"];

/**
 * Renders Markdown with formulas between dollar signs. HTML is shown as text, and links with unsafe protocols are
 * removed.
 */
export const RichText = memo(function RichText({ text }: { text: string }) {
  return (
    <Markdown components={components} remarkPlugins={shownPlugins} disallowedElements={DISALLOWED_ELEMENTS}>
      {text}
    </Markdown>
  );
});
