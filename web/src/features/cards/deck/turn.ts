const REDUCED = "(prefers-reduced-motion: reduce)";
/** As `--t-slow` in the tokens: half of a turn. The other half is what the eye adds. */
const HALF_TURN_MS = 190;

/** Shows that a card has been turned: it comes round with the side that is seen now. */
export function turnAround(card: HTMLElement | null, isTurned: boolean): void {
  if (!card?.animate || window.matchMedia?.(REDUCED).matches) return;
  const edge = isTurned ? "-80deg" : "80deg";
  card.animate(
    [{ transform: `perspective(70rem) rotateY(${edge})` }, { transform: "perspective(70rem) rotateY(0deg)" }],
    { duration: HALF_TURN_MS, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" },
  );
}

/** The text of a side, with its formulas as source; for screen readers. */
export function spoken(side: Element): string {
  const copy = side.cloneNode(true);
  if (!(copy instanceof Element)) return "";
  for (const formula of copy.querySelectorAll(".katex")) {
    formula.replaceWith(formula.querySelector("annotation")?.textContent ?? "");
  }
  return copy.textContent?.replace(/\s+/g, " ").trim() ?? "";
}
