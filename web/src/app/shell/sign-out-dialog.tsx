import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";

interface SignOutDialogProps {
  /** Sentences about work that would be stopped or lost; may be empty. */
  sentences: readonly string[];
  onSignOut: () => void;
  onStay: () => void;
}

/** Dialog that confirms a sign-out which would lose something or may be accidental. */
export function SignOutDialog({ sentences, onSignOut, onStay }: SignOutDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onStay()}
      title="Log out now?"
      body={sentences.length > 0 ? sentences.join(" ") : undefined}
      confirmLabel="Log out"
      cancelLabel="Stay"
      danger
      onConfirm={onSignOut}
    />
  );
}
