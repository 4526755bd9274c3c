import { useState } from "react";
import { ApiProblem, problemText } from "@/api/problem";
import { deleteGuestNotes, guestNoteIds } from "@/data/saved/my-notes-cache";
import { enqueueChange } from "@/offline/outbox/queue";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { toast } from "@/ui/feedback/toast";

/** Adds a note to My Notes. Returns true if the change is still pending. */
async function addById(noteId: string): Promise<boolean> {
  try {
    return (await enqueueChange({ kind: "saveNote", on: true, noteId })).status === "queued";
  } catch (error) {
    // A deleted note must not block the others.
    if (error instanceof ApiProblem && error.status === 404) return false;
    throw error;
  }
}

/** Offers once to move the notes that a visitor saved on this device. */
export function GuestNotes() {
  const [ids, setIds] = useState(guestNoteIds);
  const [isMoving, setMoving] = useState(false);
  if (ids.length === 0) return null;

  function forget() {
    deleteGuestNotes();
    setIds([]);
  }
  async function move() {
    setMoving(true);
    try {
      const waits = await Promise.all(ids.map(addById));
      forget();
      if (waits.includes(true)) {
        toast("Added on this device. They will be copied to your account when you're back online.", { kind: "info" });
      } else toast("Added to My Notes!");
    } catch (error) {
      toast(`Failed to add to My Notes. ${problemText(error)}`, { kind: "error" });
    } finally {
      setMoving(false);
    }
  }
  const what = ids.length === 1 ? "A note was" : `${ids.length} notes were`;
  return (
    <Banner
      className="mb-4"
      action={
        <>
          <Button size="sm" busy={isMoving} busyLabel="Moving..." onClick={move}>
            Move to my account
          </Button>
          <Button size="sm" variant="quiet" disabled={isMoving} onClick={forget}>
            Forget
          </Button>
        </>
      }
    >
      {what} saved on this device before you signed in.
    </Banner>
  );
}
