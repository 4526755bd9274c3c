/**
 * Holds a Web Lock, so that other tabs know what this tab does. Returns a function that releases it. The browser
 * releases the locks of a tab that is closed or reloaded.
 */
export function holdLock(name: string): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks
    ?.request(name, () => released)
    .catch((error: unknown) => console.warn(`Other tabs do not know of “${name}”.`, error));
  return release;
}

/**
 * Resolves when no tab holds the lock. Rejects if `signal` is aborted. Requests a shared lock, so that its requests
 * differ from those of holders.
 */
export async function whenReleased(name: string, signal: AbortSignal): Promise<void> {
  await navigator.locks?.request(name, { mode: "shared", signal }, () => undefined);
}
