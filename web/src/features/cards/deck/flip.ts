const REDUCED = "(prefers-reduced-motion: reduce)";
/** Same as `--t-slow` in the design tokens. Only the second half of the turn is animated. */
const HALF_TURN_MS = 190;

/** Animates the turn of a card, unless the student prefers reduced motion. Call it when the new side is visible. */
export function animateFlip(card: HTMLElement | null, isFlipped: boolean): void {
  if (!card?.animate || window.matchMedia?.(REDUCED).matches) return;
  const edge = isFlipped ? "-80deg" : "80deg";
  card.animate(
    [{ transform: `perspective(70rem) rotateY(${edge})` }, { transform: "perspective(70rem) rotateY(0deg)" }],
    { duration: HALF_TURN_MS, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" },
  );
}

/** Returns the text of a side for screen readers, with TeX source in place of rendered formulas. */
export function accessibleText(side: Element): string {
  const copy = side.cloneNode(true);
  if (!(copy instanceof Element)) return "";
  for (const formula of copy.querySelectorAll(".katex")) {
    formula.replaceWith(formula.querySelector("annotation")?.textContent ?? "");
  }
  return copy.textContent?.replace(/\s+/g, " ").trim() ?? "";
}
