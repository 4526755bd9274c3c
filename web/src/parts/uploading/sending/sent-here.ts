const KEY = "nn:uploads";

/**
 * Ids of the uploads that this tab began, also before it was loaded again: those that no tab sends any more are
 * interrupted, which the server notices only after a while. A duplicate of the tab begins with the same ids.
 */
export const sentHere = {
  add(id: string): void {
    try {
      const ids = read();
      if (!ids.includes(id)) sessionStorage.setItem(KEY, JSON.stringify([...ids, id]));
    } catch {
      // Full or closed: the server notices it later.
    }
  },
  has: (id: string): boolean => read().includes(id),
  clear(): void {
    try {
      sessionStorage.removeItem(KEY);
    } catch {
      // Closed: there is nothing to remove.
    }
  },
};

function read(): string[] {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}
