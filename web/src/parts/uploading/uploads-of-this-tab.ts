const KEY = "nn:uploads";

/**
 * Ids of the uploads that this tab started, stored across reloads. If no tab holds the lock of such an upload, it was
 * interrupted; the server notices this only later. A duplicated tab starts with the same ids.
 */
export const uploadsOfThisTab = {
  add(id: string): void {
    try {
      const ids = read();
      if (!ids.includes(id)) sessionStorage.setItem(KEY, JSON.stringify([...ids, id]));
    } catch {
      // Storage is full or disabled: the server will notice the interruption later.
    }
  },
  has: (id: string): boolean => read().includes(id),
  clear(): void {
    try {
      sessionStorage.removeItem(KEY);
    } catch {
      // Storage is disabled, so there is nothing to remove.
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
