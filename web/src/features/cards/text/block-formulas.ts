/** Fields of a Markdown syntax tree node that are used here. `remark-math` sets the class of formulas. */
interface Piece {
  type: string;
  children?: Piece[];
  position?: { start: { offset?: number } };
  data?: { hProperties?: { className?: string[] } };
}

/**
 * Remark plugin that turns `$$…$$` inside a line into a block formula, as in LaTeX. `remark-math` does so only if the
 * dollar signs are on their own lines.
 */
export function blockFormulas() {
  return (tree: Piece, file: { value: unknown }) => {
    const source = String(file.value);
    const visit = (piece: Piece) => {
      const start = piece.position?.start.offset;
      const properties = piece.data?.hProperties;
      if (piece.type === "inlineMath" && properties && start !== undefined && source.startsWith("$$", start)) {
        properties.className = ["language-math", "math-display"];
      }
      piece.children?.forEach(visit);
    };
    visit(tree);
  };
}
