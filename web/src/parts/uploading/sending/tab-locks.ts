import { useEffect, useState } from "react";

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
  const names = [...(all?.held ?? []), ...(all?.pending ?? [])].map(({ name }) => name ?? "");
  return new Set(names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length)));
}

/**
 * Returns the ids of the uploads that any tab of this browser sends, or `undefined` until that is known. Web Locks report
 * no changes: pass as `readAtMs` when the list of uploads was read, and the locks are read again with each new list.
 */
export function useLockedUploads(readAtMs: number): ReadonlySet<string> | undefined {
  const [locked, setLocked] = useState<ReadonlySet<string>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: A newer list is the reason to read the locks again.
  useEffect(() => {
    let isCurrent = true;
    lockedUploads()
      .catch(() => new Set<string>())
      .then((ids) => {
        if (isCurrent) setLocked(ids);
      });
    return () => {
      isCurrent = false;
    };
  }, [readAtMs]);
  return locked;
}
