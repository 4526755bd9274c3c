import { useReadyNotes } from "@/parts/found-notes";

/** Has the list of notes ready for a member's first search. Shows nothing. */
export function ReadyNotes() {
  useReadyNotes();
  return null;
}
