/**
 * Local storage that belongs to one person. Keys carry the user's id, so two people on one computer never
 * see each other's, and signing out removes all of it.
 */
const PERSONAL = "nn:u:";

function store(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    // Closed by the browser's settings; everything works without, only nothing is remembered.
    return undefined;
  }
}

/** Values of one person, by short key. Nothing here throws: storage may be full or closed. */
export function personalStorage(uid: string) {
  const name = (key: string) => `${PERSONAL}${uid}:${key}`;
  return {
    get(key: string): string | undefined {
      return store()?.getItem(name(key)) ?? undefined;
    },
    set(key: string, value: string): void {
      try {
        store()?.setItem(name(key), value);
      } catch {
        // Full: what could not be remembered is asked for again.
      }
    },
    remove(key: string): void {
      store()?.removeItem(name(key));
    },
  };
}

/** Removes what any person left on this computer; what belongs to the device (the theme) stays. */
export function wipePersonalStorage(): void {
  const open = store();
  if (!open) return;
  for (const key of Object.keys(open)) if (key.startsWith(PERSONAL)) open.removeItem(key);
}
