import { useOnline } from "@/lib/browser/online";
import { shelfTitles } from "@/lib/urls/shelves";
import { displayCode } from "@/lib/urls/subjects";
import { type PlayableTrack, type PlayerState, usePlayerSelector } from "@/player/player";

/** Formats `CS 246 · Deep Dive`. */
export function trackSubtitle({ subject, shelf }: PlayableTrack): string {
  return `${subjectText(subject)} · ${shelfTitles[shelf]}`;
}

/** Formats a course code for display; returns other subjects unchanged. */
export function subjectText(subject: string): string {
  return /^[A-Za-z]{2,8}\s*[0-9]/.test(subject) ? displayCode(subject) : subject;
}

/** Returns the message of a playback problem, if any. */
export function usePlaybackError(): string | undefined {
  const isOnline = useOnline();
  return usePlayerSelector((state) => trouble(state, isOnline));
}

function trouble({ phase, isLoading }: PlayerState, isOnline: boolean): string | undefined {
  if (phase === "failed") return "Cannot be played";
  if (isLoading && !isOnline) return "Waiting for a connection";
  return undefined;
}
