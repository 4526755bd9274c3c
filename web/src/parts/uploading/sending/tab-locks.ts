import { useEffect, useRef, useState } from "react";
import { holdLock, whenReleased } from "@/lib/browser/hold-lock";

const PREFIX = "note-ninja upload ";

const releases = new Map<string, () => void>();

/** Holds a Web Lock for each of these uploads, and for no other, so that other tabs know that this tab sends them. */
export function holdUploadLocks(ids: ReadonlySet<string>): void {
  for (const [id, release] of releases) {
    if (ids.has(id)) continue;
    release();
    releases.delete(id);
  }
  for (const id of ids) if (!releases.has(id)) releases.set(id, holdLock(PREFIX + id));
}

/** Returns the ids of the uploads that any tab of this browser sends. */
export async function lockedUploads(): Promise<ReadonlySet<string>> {
  const all = await navigator.locks?.query();
  const sending = [...(all?.held ?? []), ...(all?.pending ?? [])].filter(({ mode }) => mode === "exclusive");
  const names = sending.map(({ name }) => name ?? "");
  return new Set(names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length)));
}

/**
 * Returns a list of uploads, and the ids of the uploads that any tab of this browser is sending. Returns `undefined`
 * until these are known. The locks are read after the list, and a newer list is returned only together with its locks:
 * otherwise an upload that another tab has just started would look interrupted. `readAtMs` is the time when the list
 * was read, or 0 before that; a list that was read again needs new locks even if it is equal. `onReleased` is called
 * when an upload or its tab ends, and must read the list again.
 */
export function useLockedUploads<Uploads>(uploads: Uploads, readAtMs: number, onReleased: () => void) {
  const [seen, setSeen] = useState<{ uploads: Uploads; locked: ReadonlySet<string> }>();
  const released = useRef(onReleased);
  released.current = onReleased;
  useEffect(() => {
    // The empty list of a pending request must not be shown until the locks of the first real list are read.
    if (readAtMs === 0) return undefined;
    const end = new AbortController();
    const { signal } = end;
    lockedUploads()
      .catch(() => new Set<string>())
      .then((locked) => {
        if (signal.aborted) return;
        setSeen({ uploads, locked });
        for (const id of locked) {
          whenReleased(PREFIX + id, signal).then(
            () => !signal.aborted && released.current(),
            () => undefined,
          );
        }
      });
    return () => end.abort();
  }, [uploads, readAtMs]);
  return seen ?? { uploads, locked: undefined };
}
