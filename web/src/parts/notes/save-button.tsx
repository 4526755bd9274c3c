import { BookmarkPlus, Check } from "lucide-react";
import type { AnyNote } from "@/api/models";
import { problemText } from "@/api/problem";
import { type SaveResult, useSaveNote } from "@/api/saved";
import { useSession } from "@/api/session";
import { Button } from "@/ui/button";
import { toast } from "@/ui/toast";

/** Where a note stands between its course or album and the student's own collection. */
export type SaveState = "idle" | "adding" | "added";

const messages: Record<SaveResult, string> = {
  saved: "Added to My Notes!",
  already: "This note is already in your collection.",
  kept: "Added on this device. It is copied to your account when you are online again.",
};

/** 'Add to My Notes' → 'Adding...' → 'Added to My Notes'. */
export function AddButton({ state, onAdd }: { state: SaveState; onAdd: () => void }) {
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

/** The add button of one note, with all that pressing it means. */
export function SaveButton({ note, isSaved }: { note: AnyNote; isSaved: boolean }) {
  const { me } = useSession();
  const save = useSaveNote(me);
  const state: SaveState = save.isPending ? "adding" : isSaved ? "added" : "idle";

  function add() {
    if (!me) {
      toast("You must be signed in to add notes.", { kind: "error" });
      return;
    }
    save.mutate(note, {
      onSuccess: (result) => toast(messages[result], { kind: result === "saved" ? "success" : "info" }),
      onError: (error) => {
        console.warn("A note was not added.", error);
        toast(`Failed to add to My Notes. ${problemText(error)}`, {
          kind: "error",
          action: { label: "Retry", onClick: add },
        });
      },
    });
  }
  return <AddButton state={state} onAdd={add} />;
}
