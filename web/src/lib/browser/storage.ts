/**
 * Local storage per user. Keys contain the user id, so that users of one computer never see each other's values and
 * signing out removes them all.
 */
const PERSONAL = "nn:u:";

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
  const name = (key: string) => `${PERSONAL}${uid}:${key}`;
  return {
    get(key: string): string | undefined {
      return store(area)?.getItem(name(key)) ?? undefined;
    },
    set(key: string, value: string): void {
      try {
        store(area)?.setItem(name(key), value);
      } catch {
        // Full: the value is lost.
      }
    },
    remove(key: string): void {
      store(area)?.removeItem(name(key));
    },
  };
}

/**
 * Removes the values of all users, except those of `except` and those with a spared short key. Device settings such as
 * the theme stay.
 */
export function clearUserStorage(except?: string, isSpared: (key: string) => boolean = () => false): void {
  for (const { uid, key } of personalKeys()) {
    if (uid !== except && !isSpared(key)) userStorage(uid).remove(key);
  }
  wipeTab((uid, key) => uid !== except && !isSpared(key));
}

export function wipePerson(uid: string): void {
  for (const each of personalKeys()) if (each.uid === uid) userStorage(uid).remove(each.key);
  wipeTab((each) => each === uid);
}

/** Removes the values of the given users in this tab. */
function wipeTab(isWiped: (uid: string, key: string) => boolean): void {
  for (const { uid, key } of personalKeys("sessionStorage")) {
    if (isWiped(uid, key)) userStorage(uid, "sessionStorage").remove(key);
  }
}

export function personalKeys(area?: Area): { uid: string; key: string }[] {
  return Object.keys(store(area) ?? {}).flatMap((name) => {
    const end = name.startsWith(PERSONAL) ? name.indexOf(":", PERSONAL.length) : -1;
    return end < 0 ? [] : { uid: name.slice(PERSONAL.length, end), key: name.slice(end + 1) };
  });
}

export const DRAFT_PREFIX = "card-draft:";
/** Prefix of the keys of remark drafts. The rest of the key is the note id. */
export const REMARK_DRAFTS_PREFIX = "remarks:";
/** Positions in recordings. */
export const HEARD_KEY = "heard";
/** Positions in notes. */
export const READ_KEY = "read";

/** Returns true if the server may not have the value, so that only its owner may delete it. */
export const mayBeOnlyHere = (key: string): boolean =>
  key.startsWith(DRAFT_PREFIX) || key.startsWith(REMARK_DRAFTS_PREFIX) || key === HEARD_KEY || key === READ_KEY;

export function storedFor(wanted: string): string[] {
  return personalKeys().flatMap(({ uid, key }) => (key === wanted ? uid : []));
}
