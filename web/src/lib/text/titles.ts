/** Maximum number of titles in a sentence; the rest is counted. */
const TITLES_NAMED = 3;

/** Formats `“Limits”, “Sets” and 4 more`. */
export function titlesText(titles: readonly string[]): string {
  const named = titles.slice(0, TITLES_NAMED).map((title) => `“${title}”`);
  const more = titles.length - named.length;
  const last = more > 0 ? `${more} more` : named.pop();
  return named.length > 0 ? `${named.join(", ")} and ${last}` : `${last}`;
}
