import { userStorage } from "@/lib/browser/storage";

/**
 * Subjects of the recordings that the user played last, for recommendations. Stored on this device only and deleted at
 * sign-out.
 */

const KEY = "listened";
/** Maximum number of recordings; older ones say little about current interests. */
const KEPT_MAX_ITEMS = 50;

type Entry = readonly [audioId: string, subject: string];

function entries(uid: string): Entry[] {
  const lines = (userStorage(uid).get(KEY) ?? "").split("\n").filter(Boolean);
  return lines.map((line) => {
    const [id = "", ...subject] = line.split(" ");
    return [id, subject.join(" ")] as const;
  });
}

/** Returns the subjects of the recordings that `uid` played, newest first. */
export function recentlyHeardSubjects(uid: string): string[] {
  return entries(uid).map(([, subject]) => subject);
}

export function recordListened(uid: string, { id, subject }: { id: string; subject: string }): void {
  const others = entries(uid).filter(([each]) => each !== id);
  const kept = [[id, subject] as const, ...others].slice(0, KEPT_MAX_ITEMS);
  userStorage(uid).set(KEY, kept.map((entry) => entry.join(" ")).join("\n"));
}
