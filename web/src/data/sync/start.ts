import type { QueryClient } from "@tanstack/react-query";
import { watchKept } from "@/offline/cache/answers";
import { enqueueChange, outbox } from "@/offline/outbox/queue";
import { isWithoutAnswer } from "@/offline/outbox/rules";
import { startSending } from "@/offline/outbox/sender";
import { session } from "@/session/session";
import { forgetOldOutbox, oldOutbox } from "../saved/saved-local";
import { applyConfirmedChange } from "./arrived";

let isStarted = false;

/** Starts to send pending changes, once per page. Confirmed changes are written to `queries`. */
export function startOutbox(queries: QueryClient): void {
  if (isStarted) return;
  isStarted = true;
  outbox.onArrival((change, answer) => applyConfirmedChange(queries, change, answer));
  // The deleted item may still be on screen.
  outbox.onRefusal(({ code }) => {
    if (code === "not_found") void queries.invalidateQueries({ refetchType: "active" });
  });
  // The server stopped or resumed responding, so held answers must not wait for more.
  watchKept(() => void outbox.release());
  session.watch(takeOver);
  takeOver();
  startSending();
}

/** Moves unsent notes of an older version from local storage to the outbox. */
function takeOver(): void {
  const { me } = session.state();
  const notes = me ? oldOutbox(me.uid) : [];
  if (!me || notes.length === 0) return;
  const added = notes.map((note) => enqueueChange({ kind: "saveNote", on: true, noteId: note.originalNoteId, note }));
  void Promise.allSettled(added).then((ends) => {
    // If this device could not store a change, another page retries.
    const isLost = ends.some((end) => end.status === "rejected" && isWithoutAnswer(end.reason));
    if (!isLost) forgetOldOutbox(me.uid);
  });
}
