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
  /** The dialog stays busy while the promise is pending, and closes when it resolves. */
  onConfirm: () => Promise<unknown> | unknown;
  danger?: boolean | undefined;
};

/** Confirmation dialog. Cancel has the initial focus, so that Enter changes nothing by accident. */
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
      // The caller has reported the error. The dialog stays open for another attempt.
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
