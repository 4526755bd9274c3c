import type { QueryClient } from "@tanstack/react-query";
import { watchKept } from "@/offline/cache/answers";
import { add, outbox } from "@/offline/outbox/queue";
import { isWithoutAnswer } from "@/offline/outbox/rules";
import { startSending } from "@/offline/outbox/sender";
import { session } from "@/session/session";
import { forgetOldOutbox, oldOutbox } from "../saved/saved-local";
import { arrived } from "./arrived";

let isStarted = false;

/** Begins to send what waits, once a page. What the server has is written into `queries`. */
export function startOutbox(queries: QueryClient): void {
  if (isStarted) return;
  isStarted = true;
  outbox.onArrival((change, answer) => arrived(queries, change, answer));
  // What was deleted meanwhile is still on the screen.
  outbox.onRefusal(({ code }) => {
    if (code === "not_found") void queries.invalidateQueries({ refetchType: "active" });
  });
  // The server has stopped to answer, or does so again: what was done without it must not wait for more.
  watchKept(() => void outbox.releaseStudy());
  session.watch(takeOver);
  takeOver();
  startSending();
}

/** Notes that an older version kept in the local storage, to be sent later, are sent by this one. */
function takeOver(): void {
  const { me } = session.state();
  const notes = me ? oldOutbox(me.uid) : [];
  if (!me || notes.length === 0) return;
  const added = notes.map((note) => add({ kind: "saveNote", on: true, noteId: note.originalNoteId, note }));
  void Promise.allSettled(added).then((ends) => {
    // What this device could not keep is taken over by another page.
    const isLost = ends.some((end) => end.status === "rejected" && isWithoutAnswer(end.reason));
    if (!isLost) forgetOldOutbox(me.uid);
  });
}
