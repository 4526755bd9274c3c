import { BookmarkPlus, Check } from "lucide-react";
import { useState } from "react";
import type { CourseOrAlbumNote } from "@/api/models";
import { ApiProblem, problemText } from "@/api/problem";
import { type SaveResult, useSaveNote } from "@/data/saved/saved";
import { useSession } from "@/session/session";
import { Button } from "@/ui/controls/button";
import { toast } from "@/ui/feedback/toast";

export type SaveState = "idle" | "adding" | "added";

const messages: Record<SaveResult, string> = {
  saved: "Added to My Notes!",
  already: "This note is already in your collection.",
  queued: "Added on this device. It will be copied to your account when you're back online.",
};

/** Button that shows "Add to My Notes", "Adding..." or "Added to My Notes". */
export function AddToMyNotesButton({ state, onAdd }: { state: SaveState; onAdd: () => void }) {
  return (
    <Button
      size="sm"
      variant="tonal"
      icon={state === "added" ? <Check /> : <BookmarkPlus />}
      busy={state === "adding"}
      busyLabel="Adding..."
      done={state === "added"}
      onClick={onAdd}
    >
      {state === "added" ? "Added to My Notes" : "Add to My Notes"}
    </Button>
  );
}

interface SaveButtonProps {
  /** The complete note, or a function that fetches it for lists with partial notes. */
  note: CourseOrAlbumNote | (() => Promise<CourseOrAlbumNote>);
  isSaved: boolean;
}

export function SaveNoteButton({ note, isSaved }: SaveButtonProps) {
  const { me } = useSession();
  const save = useSaveNote(me);
  const [isFetching, setFetching] = useState(false);
  const state: SaveState = save.isPending || isFetching ? "adding" : isSaved ? "added" : "idle";

  function onRejected(error: unknown) {
    console.warn("A note was not added.", error);
    const isGone = error instanceof ApiProblem && error.code === "not_found";
    toast(`Failed to add to My Notes. ${problemText(error)}`, {
      kind: "error",
      ...(!isGone && { action: { label: "Retry", onClick: () => void add() } }),
    });
  }
  async function add() {
    if (!me) {
      toast("You must be signed in to add notes.", { kind: "error" });
      return;
    }
    let whole: CourseOrAlbumNote;
    setFetching(true);
    try {
      whole = typeof note === "function" ? await note() : note;
    } catch (error) {
      onRejected(error);
      return;
    } finally {
      setFetching(false);
    }
    save.mutate(whole, {
      onSuccess: (result) => toast(messages[result], { kind: result === "saved" ? "success" : "info" }),
      onError: onRejected,
    });
  }
  return <AddToMyNotesButton state={state} onAdd={() => void add()} />;
}
