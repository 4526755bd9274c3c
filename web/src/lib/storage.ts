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

/** Removes what people left on this computer, but for this one; what belongs to the device (the theme) stays. */
export function wipePersonalStorage(except?: string): void {
  const open = store();
  if (!open) return;
  const stays = except === undefined ? undefined : `${PERSONAL}${except}:`;
  for (const key of Object.keys(open)) {
    if (key.startsWith(PERSONAL) && !(stays !== undefined && key.startsWith(stays))) open.removeItem(key);
  }
}

/** The people for whom this computer keeps a value under a short key. */
export function storedFor(key: string): string[] {
  const end = `:${key}`;
  return Object.keys(store() ?? {}).flatMap((name) =>
    name.startsWith(PERSONAL) && name.endsWith(end) ? name.slice(PERSONAL.length, -end.length) : [],
  );
}
