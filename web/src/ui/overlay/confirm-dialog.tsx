import type { ReactNode } from "react";
import { useRef, useState } from "react";
import { Button } from "../controls/button";
import { Dialog } from "./dialog";

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  body?: ReactNode;
  confirmLabel: string;
  busyLabel?: string | undefined;
  cancelLabel?: string | undefined;
  /** The dialog stays open and busy while the promise runs, and closes when it is kept. */
  onConfirm: () => Promise<unknown> | unknown;
  danger?: boolean | undefined;
};

/** A question before something that matters. Cancel has the focus, so Enter by accident harms nobody. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  body,
  confirmLabel,
  busyLabel,
  cancelLabel = "Cancel",
  onConfirm,
  danger = false,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    try {
      await onConfirm();
      onOpenChange(false);
    } catch {
      // The caller has told the person what failed; the question stays so that they can try again.
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      role="alertdialog"
      open={open}
      onOpenChange={(next) => !busy && onOpenChange(next)}
      title={title}
      description={body}
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} disabled={busy} onClick={() => onOpenChange(false)}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? "danger" : "primary"} busy={busy} busyLabel={busyLabel} onClick={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
