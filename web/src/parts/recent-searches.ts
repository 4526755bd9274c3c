import { RECENT_SEARCHES_MAX } from "@/core/limits";
import { personalStorage } from "@/lib/browser/storage";

/**
 * What somebody searched for last, on this device only: it is sent nowhere, and goes with everything else of theirs when
 * they sign out. A search counts once something that it found was opened.
 */

const KEY = "recent-searches";
/** A longer text was pasted, and nobody wants it back, in UTF-16 units. */
const TEXT_MAX = 80;

/** What `uid` searched for last, the last one first. */
export function recentSearches(uid: string): string[] {
  return (personalStorage(uid).get(KEY) ?? "").split("\n").filter(Boolean).slice(0, RECENT_SEARCHES_MAX);
}

/** Notes that a search for `text` led `uid` somewhere. */
export function rememberSearch(uid: string, text: string): void {
  const tidy = text.trim().replace(/\s+/g, " ");
  if (tidy === "" || tidy.length > TEXT_MAX) return;
  const others = recentSearches(uid).filter((each) => each.toLowerCase() !== tidy.toLowerCase());
  personalStorage(uid).set(KEY, [tidy, ...others].slice(0, RECENT_SEARCHES_MAX).join("\n"));
}

/** Forgets all searches of `uid`. */
export function forgetSearches(uid: string): void {
  personalStorage(uid).remove(KEY);
}
