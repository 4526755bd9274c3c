import { personalStorage } from "@/lib/browser/storage";

/**
 * What the recordings were about that somebody listened to last, on this device only: recommendations are made from it
 * here. It goes with everything else of theirs when they sign out.
 */

const KEY = "listened";
/** Recordings that are remembered; what was heard long ago says little. */
const KEPT_MAX_ITEMS = 50;

type Entry = readonly [audioId: string, subject: string];

function entries(uid: string): Entry[] {
  const lines = (personalStorage(uid).get(KEY) ?? "").split("\n").filter(Boolean);
  return lines.map((line) => {
    const [id = "", ...subject] = line.split(" ");
    return [id, subject.join(" ")] as const;
  });
}

/** What each recording was about that `uid` listened to, the last one first. */
export function listenedSubjects(uid: string): string[] {
  return entries(uid).map(([, subject]) => subject);
}

/** Notes that `uid` listens to a recording. */
export function rememberListened(uid: string, { id, subject }: { id: string; subject: string }): void {
  const others = entries(uid).filter(([each]) => each !== id);
  const kept = [[id, subject] as const, ...others].slice(0, KEPT_MAX_ITEMS);
  personalStorage(uid).set(KEY, kept.map((entry) => entry.join(" ")).join("\n"));
}
