import { loadPlayer } from "@/core/player";
import { remarkDraftIds } from "@/data/highlights/remark-drafts";
import { flushReadingPositions } from "@/data/positions/reading-position-sync";
import { AUDIO_POSITIONS_KEY, NOTE_POSITIONS_KEY } from "@/lib/browser/storage";
import { titlesText } from "@/lib/text/titles";
import { offlineTitles } from "@/offline/files/offline-titles";
import { outbox } from "@/offline/outbox/queue";
import { countUnsentPositions } from "@/offline/positions/position-sync";
import { countActiveUploads } from "@/parts/uploading/active-uploads";
import { playerState } from "@/player/store";

/** Work and data that a sign-out would stop or delete. */
export interface UnsavedWork {
  playing?: string | undefined;
  uploads: number;
  /** Number of notes whose addition to My Notes is pending. */
  notes: number;
  /** Number of recordings with unsent resume positions. */
  positions: number;
  /** Number of notes with unsent resume positions. */
  pages: number;
  changes: number;
  /** Titles of the offline copies. A sign-out deletes the copies. */
  offlineCopyTitles: readonly string[];
}

async function unsavedWork(uid: string): Promise<Omit<UnsavedWork, "offlineCopyTitles">> {
  const unsent = (await outbox.reload()).map(({ change }) => change);
  // A remark that was rejected is in the tab's drafts only.
  const pending = new Set(unsent.flatMap((change) => (change.kind === "highlight" ? change.id : [])));
  const remarks = remarkDraftIds(uid).filter((id) => !pending.has(id)).length;
  const notes = unsent.filter((change) => change.kind === "saveNote" && change.on).length;
  const places = unsent.filter((change) => change.kind === "position");
  const pages = places.filter(({ position }) => "noteId" in position).length;
  const positions = places.length - pages;
  const others = unsent.length - notes - places.length;
  const { isPlaying, isLoading, currentAudio } = playerState.get();
  return {
    // A track that is loading is about to play.
    playing: isPlaying || isLoading ? currentAudio?.title : undefined,
    uploads: countActiveUploads(),
    notes,
    // During playback, positions are sent regularly, and again when it stops. They do not count as unsent.
    positions: isPlaying ? 0 : Math.max(positions, countUnsentPositions(uid, AUDIO_POSITIONS_KEY)),
    pages: Math.max(pages, countUnsentPositions(uid, NOTE_POSITIONS_KEY)),
    changes: others + remarks,
  };
}

/** Time limit for running requests before the question appears, in milliseconds. */
const GRACE_MS = 1000;
const POLL_EVERY_MS = 50;

/** Waits briefly for running requests and then reads the state. Does not wait while offline. */
export async function unsavedWorkAfterGrace(uid: string): Promise<UnsavedWork> {
  const until = performance.now() + GRACE_MS;
  await outbox.flushBatches();
  // Reading positions are sent rarely, so send them now.
  if (navigator.onLine) void flushReadingPositions(uid, loadPlayer).catch(() => undefined);
  for (;;) {
    const now = await unsavedWork(uid);
    const waiting = now.notes + now.positions + now.pages + now.changes;
    const mayArrive = navigator.onLine && waiting > 0 && performance.now() < until;
    if (!mayArrive) return { ...now, offlineCopyTitles: await offlineTitles(uid) };
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
  }
}

const counted = (count: number, one: string, several: string) => (count === 1 ? `1 ${one}` : `${count} ${several}`);

/** Returns the sentences of the question; empty if no question is needed. */
export function unsavedWorkSentences({
  playing,
  uploads,
  notes,
  positions,
  pages,
  changes,
  offlineCopyTitles,
}: UnsavedWork): string[] {
  const waiting = [
    notes > 0 && counted(notes, "note for My Notes", "notes for My Notes"),
    positions > 0 && `your position in ${counted(positions, "audio note", "audio notes")}`,
    pages > 0 && `your position in ${counted(pages, "note", "notes")}`,
  ].filter((what) => what !== false);
  const other = waiting.length > 0 ? "other " : "";
  if (changes > 0) waiting.push(counted(changes, `${other}change`, `${other}changes`));
  return [
    playing !== undefined && `“${playing}” is playing and will stop.`,
    uploads > 0 && `${counted(uploads, "file is", "files are")} still uploading and won't finish.`,
    waiting.length > 0 && `You will lose what hasn't been sent yet: ${waiting.join(", ")}.`,
    offlineCopyTitles.length > 0 && `Will be removed from this device: ${titlesText(offlineCopyTitles)}.`,
  ].filter((sentence) => sentence !== false);
}
