/** List of functions that are called on an event. */
interface Watchers<Args extends readonly unknown[]> {
  /** Adds a function. Returns the function that removes it. */
  watch(watcher: (...args: Args) => void): () => void;
  /** Calls the functions. Skips those that another function adds or removes during the call. */
  tell(...args: Args): void;
  isEmpty(): boolean;
}

export function createWatchers<Args extends readonly unknown[] = []>(): Watchers<Args> {
  const watchers = new Set<(...args: Args) => void>();
  return {
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    tell(...args) {
      for (const watcher of [...watchers]) if (watchers.has(watcher)) watcher(...args);
    },
    isEmpty: () => watchers.size === 0,
  };
}
