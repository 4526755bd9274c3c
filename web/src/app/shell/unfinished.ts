import { loadPlayer } from "@/core/player";
import { sendLeftPlaces } from "@/data/positions/reading-places";
import { HEARD_KEY, READ_KEY } from "@/lib/browser/storage";
import { keptTitles } from "@/offline/files/kept-titles";
import { outbox } from "@/offline/outbox/queue";
import { countUnsentPositions } from "@/offline/positions/kept-positions";
import { countUnderWay } from "@/parts/uploading/live";
import { playerState } from "@/player/store";

/** What a sign-out would stop or throw away. */
export interface Unfinished {
  /** The title of what plays. */
  playing?: string | undefined;
  /** Files that are still being uploaded. */
  uploads: number;
  /** Notes that wait to be kept in My Notes. */
  notes: number;
  /** Recordings of which the server does not know yet where the person stopped. */
  positions: number;
  /** Notes of which it does not know that. */
  pages: number;
  /** Other changes that wait for a connection. */
  changes: number;
  /** Titles of what the person keeps on this device, which a sign-out deletes there. */
  kept: readonly string[];
}

/** What there is at this moment. */
async function unfinished(uid: string): Promise<Unfinished> {
  const unsent = (await outbox.settled()).map(({ change }) => change);
  const notes = unsent.filter((change) => change.kind === "saveNote" && change.on).length;
  const places = unsent.filter((change) => change.kind === "position");
  const pages = places.filter(({ position }) => "noteId" in position).length;
  const positions = places.length - pages;
  const others = unsent.length - notes - places.length;
  const { isPlaying, isLoading, currentAudio } = playerState.get();
  return {
    // What is just being fetched is about to play.
    playing: isPlaying || isLoading ? currentAudio?.title : undefined,
    uploads: countUnderWay(),
    notes,
    // What plays tells where it is all the time, and once more when it is stopped.
    positions: isPlaying ? 0 : Math.max(positions, countUnsentPositions(uid, HEARD_KEY)),
    pages: Math.max(pages, countUnsentPositions(uid, READ_KEY)),
    changes: others,
    kept: await keptTitles(uid),
  };
}

/** What is on its way right now gets this long to arrive before anybody is asked about it, in milliseconds. */
const PATIENCE_MS = 1000;
const LOOK_EVERY_MS = 50;

/** The same, once what is being sent at this very moment has had the time to arrive. Without a connection nothing is. */
export async function unfinishedAfterAll(uid: string): Promise<Unfinished> {
  const until = performance.now() + PATIENCE_MS;
  await outbox.releaseStudy();
  // Where somebody is in a note that they read now is told seldom.
  if (navigator.onLine) void sendLeftPlaces(uid, loadPlayer).catch(() => undefined);
  for (;;) {
    const now = await unfinished(uid);
    const waiting = now.notes + now.positions + now.pages + now.changes;
    const mayArrive = navigator.onLine && waiting > 0 && performance.now() < until;
    if (!mayArrive) return now;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

const counted = (count: number, one: string, several: string) => (count === 1 ? `1 ${one}` : `${count} ${several}`);

/** How many titles the question names; of more it gives the number. */
const TITLES_NAMED = 3;

/** '“Limits”, “Sets” and 4 more'. */
function titlesText(titles: readonly string[]): string {
  const named = titles.slice(0, TITLES_NAMED).map((title) => `“${title}”`);
  const more = titles.length - named.length;
  const last = more > 0 ? `${more} more` : named.pop();
  return named.length > 0 ? `${named.join(", ")} and ${last}` : `${last}`;
}

/** The same in sentences; none when nobody has to be asked. */
export function sentencesOf({ playing, uploads, notes, positions, pages, changes, kept }: Unfinished): string[] {
  const waiting = [
    notes > 0 && counted(notes, "note for My Notes", "notes for My Notes"),
    positions > 0 && `where you stopped in ${counted(positions, "recording", "recordings")}`,
    pages > 0 && `where you stopped in ${counted(pages, "note", "notes")}`,
  ].filter((what) => what !== false);
  const other = waiting.length > 0 ? "other " : "";
  if (changes > 0) waiting.push(counted(changes, `${other}change`, `${other}changes`));
  return [
    playing !== undefined && `“${playing}” is playing and would stop.`,
    uploads > 0 && `${counted(uploads, "file is", "files are")} still being uploaded and would not arrive.`,
    waiting.length > 0 && `Not sent yet, and lost: ${waiting.join(", ")}.`,
    kept.length > 0 && `Deleted from this device: ${titlesText(kept)}.`,
  ].filter((sentence) => sentence !== false);
}
