/**
 * Local storage that belongs to one person. Keys carry the user's id, so two people on one computer never
 * see each other's, and signing out removes all of it.
 */
const PERSONAL = "nn:u:";

/** Where values are stored: for all tabs until sign-out, or for one tab until it is closed. */
type Area = "localStorage" | "sessionStorage";

function store(area: Area = "localStorage"): Storage | undefined {
  try {
    return window[area];
  } catch {
    // Closed by the browser's settings; everything works without, only nothing is remembered.
    return undefined;
  }
}

/** Values of one person, by short key. Nothing here throws: storage may be full or closed. */
export function personalStorage(uid: string, area: Area = "localStorage") {
  const name = (key: string) => `${PERSONAL}${uid}:${key}`;
  return {
    get(key: string): string | undefined {
      return store(area)?.getItem(name(key)) ?? undefined;
    },
    set(key: string, value: string): void {
      try {
        store(area)?.setItem(name(key), value);
      } catch {
        // Full: what could not be remembered is asked for again.
      }
    },
    remove(key: string): void {
      store(area)?.removeItem(name(key));
    },
  };
}

/**
 * Removes what people left on this computer, but for this one; what belongs to the device (the theme) stays, and so do
 * values whose short keys are spared.
 */
export function wipePersonalStorage(except?: string, isSpared: (key: string) => boolean = () => false): void {
  for (const { uid, key } of personalKeys()) {
    if (uid !== except && !isSpared(key)) personalStorage(uid).remove(key);
  }
  wipeTab((uid) => uid !== except);
}

/** Removes all that one person left on this computer. */
export function wipePerson(uid: string): void {
  for (const each of personalKeys()) if (each.uid === uid) personalStorage(uid).remove(each.key);
  wipeTab((each) => each === uid);
}

/** Removes the values of this tab that belong to certain people. */
function wipeTab(isWiped: (uid: string) => boolean): void {
  for (const { uid, key } of personalKeys("sessionStorage")) {
    if (isWiped(uid)) personalStorage(uid, "sessionStorage").remove(key);
  }
}

/** Everything that this computer keeps for people: whose it is, and its short key. */
export function personalKeys(area?: Area): { uid: string; key: string }[] {
  return Object.keys(store(area) ?? {}).flatMap((name) => {
    const end = name.startsWith(PERSONAL) ? name.indexOf(":", PERSONAL.length) : -1;
    return end < 0 ? [] : { uid: name.slice(PERSONAL.length, end), key: name.slice(end + 1) };
  });
}

/** How the short keys of drafts begin. */
export const DRAFT_PREFIX = "card-draft:";
/** Where one person stopped in recordings. */
export const HEARD_KEY = "heard";
/** Where one person stopped in notes. */
export const READ_KEY = "read";

/** Whether nobody else may have a value, not even the server, so that it goes only when somebody says so. */
export const mayBeOnlyHere = (key: string): boolean =>
  key.startsWith(DRAFT_PREFIX) || key === HEARD_KEY || key === READ_KEY;

/** The people for whom this computer keeps a value under a short key. */
export function storedFor(wanted: string): string[] {
  return personalKeys().flatMap(({ uid, key }) => (key === wanted ? uid : []));
}
