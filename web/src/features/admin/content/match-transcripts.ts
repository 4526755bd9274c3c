import type { ContentEntry } from "@/data/admin/admin";

/** A chosen file with the recording that it belongs to, or the reason why there is none. */
export type MatchedFile = { file: File } & (
  | { entry: ContentEntry; problem?: never }
  | { entry?: never; problem: string }
);

/** Suffix of a language, as in `limits.en.vtt`. */
const LANGUAGE = /\.[a-z]{2,3}(-[a-z]{2,4})?$/;

// Files from macOS may have decomposed names, in which accents follow their letters.
const normalized = (name: string) => name.normalize("NFC").toLowerCase();
const withoutExtension = (name: string) => normalized(name).replace(/\.[^.]+$/, "");

/**
 * Finds the recording of each file: the one whose file has the same name, without its extension and in any case, or the
 * one with this title.
 */
export function matchTranscripts(files: readonly File[], entries: readonly ContentEntry[]): MatchedFile[] {
  const byName = new Map<string, ContentEntry[]>();
  for (const entry of entries) {
    for (const name of new Set([withoutExtension(entry.fileName), normalized(entry.title)])) {
      byName.set(name, [...(byName.get(name) ?? []), entry]);
    }
  }
  const taken = new Set<string>();
  return files.map((file) => {
    const name = withoutExtension(file.name);
    const found = byName.get(name) ?? byName.get(name.replace(LANGUAGE, "")) ?? [];
    const [entry, second] = found;
    if (!entry) return { file, problem: "No audio note has this file name or title." };
    if (second) return { file, problem: "Several audio notes have this name. Add this transcript in their menus." };
    if (taken.has(entry.id)) return { file, problem: "Another chosen file belongs to the same audio note." };
    taken.add(entry.id);
    return { file, entry };
  });
}
