import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";

interface LogOutQuestionProps {
  /** What would be stopped or lost; none if the question alone is to be asked. */
  sentences: readonly string[];
  onLogOut: () => void;
  onStay: () => void;
}

/** Asked before a sign-out that would stop or lose something, or that was perhaps a slip of the finger. */
export function LogOutQuestion({ sentences, onLogOut, onStay }: LogOutQuestionProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onStay()}
      title="Log out now?"
      body={sentences.length > 0 ? sentences.join(" ") : undefined}
      confirmLabel="Log out"
      cancelLabel="Stay"
      danger
      onConfirm={onLogOut}
    />
  );
}
