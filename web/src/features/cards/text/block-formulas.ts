/** What is looked at of a piece of Markdown; `remark-math` gives formulas their class here. */
interface Piece {
  type: string;
  children?: Piece[];
  position?: { start: { offset?: number } };
  data?: { hProperties?: { className?: string[] } };
}

/**
 * In LaTeX two dollar signs always put a formula on lines of its own. `remark-math` wants them on lines of their own for
 * that; here they mean the same wherever they are.
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
