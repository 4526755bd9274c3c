import { useEffect, useRef, useState } from "react";

const PREFIX = "note-ninja upload ";

const releases = new Map<string, () => void>();

/**
 * Holds a Web Lock for exactly these uploads, so that other tabs know that this tab sends them. The browser releases
 * the locks of a tab that is closed or reloaded.
 */
export function holdUploadLocks(ids: ReadonlySet<string>): void {
  for (const [id, release] of releases) {
    if (ids.has(id)) continue;
    release();
    releases.delete(id);
  }
  for (const id of ids) if (!releases.has(id)) releases.set(id, hold(PREFIX + id));
}

function hold(name: string): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks
    ?.request(name, () => released)
    .catch((error: unknown) => console.warn("Other tabs do not know of an upload.", error));
  return release;
}

/** Returns the ids of the uploads that any tab of this browser sends. */
async function lockedUploads(): Promise<ReadonlySet<string>> {
  const all = await navigator.locks?.query();
  const sending = [...(all?.held ?? []), ...(all?.pending ?? [])].filter(({ mode }) => mode === "exclusive");
  const names = sending.map(({ name }) => name ?? "");
  return new Set(names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length)));
}

/** Resolves when no tab is sending this upload. A shared lock, so that its requests differ from those of senders. */
const whenReleased = (id: string, signal: AbortSignal): Promise<void> =>
  navigator.locks.request(PREFIX + id, { mode: "shared", signal }, () => undefined);

/**
 * Returns a list of uploads, and the ids of the uploads that any tab of this browser is sending; `undefined` until they
 * are known. The locks are read after the list, and a newer list is returned only together with its locks: otherwise an
 * upload that another tab has just started would look interrupted. `readAtMs` is the time when the list was read, or 0
 * before that; an equal list needs new locks too. `onReleased` is called when an upload or its tab ends, and must read
 * the list again.
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
          whenReleased(id, signal).then(
            () => !signal.aborted && released.current(),
            () => undefined,
          );
        }
      });
    return () => end.abort();
  }, [uploads, readAtMs]);
  return seen ?? { uploads, locked: undefined };
}
