import { RECENT_SEARCHES_MAX } from "@/core/limits";
import { userStorage } from "@/lib/browser/storage";

/**
 * Recent searches of the user. Stored on this device only and deleted at sign-out. A search is recorded when one of its
 * results is opened.
 */

const KEY = "recent-searches";
/** Maximum length of a stored search in UTF-16 units; longer texts were probably pasted. */
const TEXT_MAX = 80;

export function recentSearches(uid: string): string[] {
  return (userStorage(uid).get(KEY) ?? "").split("\n").filter(Boolean).slice(0, RECENT_SEARCHES_MAX);
}

/** Records a search of `uid` whose result was opened. */
export function recordSearch(uid: string, text: string): void {
  const tidy = text.trim().replace(/\s+/g, " ");
  if (tidy === "" || tidy.length > TEXT_MAX) return;
  const others = recentSearches(uid).filter((each) => each.toLowerCase() !== tidy.toLowerCase());
  userStorage(uid).set(KEY, [tidy, ...others].slice(0, RECENT_SEARCHES_MAX).join("\n"));
}

export function clearSearches(uid: string): void {
  userStorage(uid).remove(KEY);
}
