/** Fields of a Markdown syntax tree node that are used here. */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
  data?: { hName?: string; hProperties?: Record<string, unknown>; hChildren?: Node[] };
}

/** Marks of `wasm-core/src/gaps.rs`: around the hint of a hidden gap, and around the text of an answered gap. */
const MARK = /([⸨⸩⸢⸣])/;
const CLOSES: Record<string, string> = { "⸨": "⸩", "⸢": "⸣" };

/** Remark plugin that shows the marked gaps of a card: a blank with its hint, or the answer. */
export function gapMarks() {
  return (tree: Node, file: { value: unknown }) => {
    if (MARK.test(String(file.value))) show(tree);
  };
}

function show(node: Node): void {
  if (node.type === "inlineMath" || node.type === "math") replaceValue(node, inFormula);
  if (node.type === "code") replaceValue(node, inCode);
  if (!node.children) return;
  for (const child of node.children) show(child);
  node.children = grouped(node.children.flatMap(split));
}

/** Splits a text or code span at the marks, which become nodes of their own. */
function split(node: Node): Node[] {
  if ((node.type !== "text" && node.type !== "inlineCode") || !MARK.test(node.value ?? "")) return [node];
  const parts = (node.value ?? "").split(MARK).filter((value) => value !== "");
  return parts.map((value) => (MARK.test(value) ? { type: "gapMark", value } : { type: node.type, value }));
}

/** Puts what is between two marks into an element. A mark whose other end is in another block is dropped. */
function grouped(nodes: readonly Node[]): Node[] {
  const shown: Node[] = [];
  let open: { mark: string; inside: Node[] } | undefined;
  for (const node of nodes) {
    const mark = node.type === "gapMark" ? (node.value ?? "") : undefined;
    if (mark === undefined) (open?.inside ?? shown).push(node);
    else if (CLOSES[mark]) {
      shown.push(...(open?.inside ?? []));
      open = { mark, inside: [] };
    } else if (open && CLOSES[open.mark] === mark) {
      shown.push(open.mark === "⸨" ? blank(open.inside) : element("mark", { className: ["gap"] }, open.inside));
      open = undefined;
    }
  }
  return [...shown, ...(open?.inside ?? [])];
}

const element = (hName: string, hProperties: Record<string, unknown>, children: Node[]): Node => ({
  type: "gap",
  data: { hName, hProperties },
  children,
});
const text = (value: string): Node => ({ type: "text", value });

function blank(hint: Node[]): Node {
  const hasHint = hint.length > 0;
  return element("span", { className: ["gap-blank"] }, [
    element("span", { className: ["sr-only"] }, [text(hasHint ? "blank, hint: " : "blank")]),
    ...(hasHint ? hint : [element("span", { ariaHidden: "true" }, [text("…")])]),
  ]);
}

/** Replaces the text of a leaf and of the elements that `remark-math` has prepared for it. */
function replaceValue(node: Node, replace: (value: string) => string): void {
  if (node.value !== undefined) node.value = replace(node.value);
  for (const child of [...(node.data?.hChildren ?? []), ...(node.children ?? [])]) replaceValue(child, replace);
}

/** Characters that a backslash does not make literal in a text of TeX. */
const TEX_NAMES: Record<string, string> = {
  "\\": "\\textbackslash{}",
  "^": "\\textasciicircum{}",
  "~": "\\textasciitilde{}",
  $: "\\textdollar{}",
};

/** Returns a hint, in which Markdown characters are escaped, as a text of TeX. */
const texText = (hint: string) =>
  `\\text{${hint.replace(/\\([!-/:-@[-`{-~])/g, "$1").replace(/[\\{}%#&_^~$]/g, (sign) => TEX_NAMES[sign] ?? `\\${sign}`)}}`;

/** The outer braces make the box one argument, such as an exponent. */
const boxed = (tex: string) => `{\\boxed{${tex}}}`;

/** Column and row separators, which a box cannot contain. An escaped ampersand is a character. */
const SEPARATORS = /\\\\|(?:^|[^\\])&/;

const inFormula = (tex: string) =>
  tex
    .replace(/⸨([^⸩]*)⸩/g, (_, hint: string) => boxed(texText(hint || "blank")))
    .replace(/⸢([^⸣]*)⸣/g, (_, text: string) => (SEPARATORS.test(text) ? text : boxed(text)));

const inCode = (code: string) =>
  code.replace(/⸨([^⸩]*)⸩/g, (_, hint: string) => `[${hint || "blank"}]`).replace(/[⸢⸣]/g, "");
