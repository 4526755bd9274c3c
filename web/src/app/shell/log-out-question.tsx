import { ConfirmDialog } from "@/ui/confirm-dialog";

interface LogOutQuestionProps {
  /** What would be stopped or lost. */
  sentences: readonly string[];
  onLogOut: () => void;
  onStay: () => void;
}

/** Asked before a sign-out that would stop or lose something. */
export function LogOutQuestion({ sentences, onLogOut, onStay }: LogOutQuestionProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onStay()}
      title="Log out now?"
      body={sentences.join(" ")}
      confirmLabel="Log out"
      cancelLabel="Stay"
      danger
      onConfirm={onLogOut}
    />
  );
}
