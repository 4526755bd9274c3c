import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, payload } from "@/api/client";
import { refreshEverywhere } from "@/api/other-tabs";
import { ApiProblem, problemText } from "@/api/problem";
import { savedKeys } from "@/api/saved";
import { forgetGuestNotes, guestNoteIds } from "@/api/saved-local";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { toast } from "@/ui/toast";

/** A note that was deleted since cannot be moved, and keeps the others from nothing. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiProblem && error.status === 404)) throw error;
}

/** Notes that were kept on this device without an account: offers once to move them. */
export function GuestNotes({ uid }: { uid: string }) {
  const queries = useQueryClient();
  const [ids, setIds] = useState(guestNoteIds);
  const [isMoving, setMoving] = useState(false);
  if (ids.length === 0) return null;

  function forget() {
    forgetGuestNotes();
    setIds([]);
  }
  async function move() {
    setMoving(true);
    try {
      for (const noteId of ids) {
        await payload(api.PUT("/api/me/notes/{noteId}", { params: { path: { noteId } } })).catch(unlessGone);
      }
      await refreshEverywhere(queries, savedKeys.mine(uid));
      forget();
      toast("Added to My Notes!");
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
