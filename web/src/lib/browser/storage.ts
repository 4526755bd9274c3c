/**
 * Local storage per user. Keys contain the user id, so that users of one computer never see each other's values and
 * signing out removes them all.
 */
const USER_PREFIX = "nn:u:";

/** Storage of all tabs until sign-out, or of one tab until it is closed. */
type Area = "localStorage" | "sessionStorage";

function store(area: Area = "localStorage"): Storage | undefined {
  try {
    return window[area];
  } catch {
    // Storage is disabled in the browser's settings. The app works without it.
    return undefined;
  }
}

/** Returns access to one user's values by short key. Never throws, even if storage is full or disabled. */
export function userStorage(uid: string, area: Area = "localStorage") {
  const name = (key: string) => `${USER_PREFIX}${uid}:${key}`;
  return {
    get(key: string): string | undefined {
      return store(area)?.getItem(name(key)) ?? undefined;
    },
    set(key: string, value: string): void {
      try {
        store(area)?.setItem(name(key), value);
      } catch {
        // Storage is full, so the value is not stored.
      }
    },
    remove(key: string): void {
      store(area)?.removeItem(name(key));
    },
  };
}

/**
 * Removes the values of all users, except those of the user `except` and those whose short key `isExempt` accepts.
 * Device settings such as the theme stay.
 */
export function clearUserStorage(except?: string, isExempt: (key: string) => boolean = () => false): void {
  for (const { uid, key } of userStorageKeys()) {
    if (uid !== except && !isExempt(key)) userStorage(uid).remove(key);
  }
  clearTab((uid, key) => uid !== except && !isExempt(key));
}

export function clearUser(uid: string): void {
  for (const each of userStorageKeys()) if (each.uid === uid) userStorage(uid).remove(each.key);
  clearTab((each) => each === uid);
}

/** Removes the values of the given users in this tab. */
function clearTab(isWiped: (uid: string, key: string) => boolean): void {
  for (const { uid, key } of userStorageKeys("sessionStorage")) {
    if (isWiped(uid, key)) userStorage(uid, "sessionStorage").remove(key);
  }
}

export function userStorageKeys(area?: Area): { uid: string; key: string }[] {
  return Object.keys(store(area) ?? {}).flatMap((name) => {
    const end = name.startsWith(USER_PREFIX) ? name.indexOf(":", USER_PREFIX.length) : -1;
    return end < 0 ? [] : { uid: name.slice(USER_PREFIX.length, end), key: name.slice(end + 1) };
  });
}

export const CARD_DRAFT_PREFIX = "card-draft:";
/** Prefix of the keys of remark drafts. The rest of the key is the note id. */
export const REMARK_DRAFTS_PREFIX = "remarks:";
/** Key of the setting that disables single-letter shortcuts if its value is `false`. */
export const SHORTCUTS_KEY = "player-shortcuts";
/** Positions in recordings. */
export const AUDIO_POSITIONS_KEY = "heard";
/** Positions in notes. */
export const NOTE_POSITIONS_KEY = "read";

/** Returns true for keys of values that the server may not have yet. Only their owner may delete them. */
export const isUnsyncedKey = (key: string): boolean =>
  key.startsWith(CARD_DRAFT_PREFIX) ||
  key.startsWith(REMARK_DRAFTS_PREFIX) ||
  key === AUDIO_POSITIONS_KEY ||
  key === NOTE_POSITIONS_KEY;

export function usersWithKey(wanted: string): string[] {
  return userStorageKeys().flatMap(({ uid, key }) => (key === wanted ? uid : []));
}
