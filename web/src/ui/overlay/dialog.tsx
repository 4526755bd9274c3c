import { Dialog as Primitive } from "radix-ui";
import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import { confirmDiscard, hasUnsavedChanges, lastChangeNumber } from "@/lib/browser/unsaved";
import { cn } from "@/lib/text/cn";
import { Button } from "../controls/button";
import { useReturnFocus } from "./return-focus";

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Title, which names the subject of the dialog. */
  title: ReactNode;
  /** One or two sentences under the title, read when the dialog opens. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the end, the safe one first. */
  actions?: ReactNode;
  wide?: boolean | undefined;
  /** Element to focus on opening. Default: the one with `data-autofocus`, otherwise the first control. */
  initialFocus?: React.RefObject<HTMLElement | null> | undefined;
  /** Called on closing to set the focus. By default, the element that opened the dialog gets it. */
  setReturnFocus?: (() => void) | undefined;
  role?: "dialog" | "alertdialog" | undefined;
};

const CloseDialog = createContext<() => void>(() => undefined);

/** Button that closes the surrounding dialog, after a confirmation if there is unsaved input. */
export function CancelButton({ disabled }: { disabled?: boolean | undefined }) {
  const close = useContext(CloseDialog);
  return (
    <Button disabled={disabled} onClick={close}>
      Cancel
    </Button>
  );
}

/**
 * Modal dialog. Traps the focus and restores it on closing. While the dialog has unsaved input (`useUnsavedChanges`),
 * the user must confirm closing it.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
  wide,
  initialFocus,
  setReturnFocus,
  role = "dialog",
}: DialogProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus(setReturnFocus);
  const before = useRef(0);
  useEffect(() => {
    if (open) before.current = lastChangeNumber();
  }, [open]);
  function close() {
    if (!hasUnsavedChanges(before.current)) onOpenChange(false);
    else void confirmDiscard(before.current).then((mayClose) => mayClose && onOpenChange(false));
  }
  return (
    <Primitive.Root open={open} onOpenChange={(next) => (next ? onOpenChange(true) : close())}>
      <Primitive.Portal>
        <Primitive.Overlay className="scrim">
          <Primitive.Content
            role={role}
            className={cn("dialog", wide && "wide")}
            {...(description === undefined && { "aria-describedby": undefined })}
            onCloseAutoFocus={onCloseAutoFocus}
            onOpenAutoFocus={(event) => {
              onOpenAutoFocus();
              const content = event.currentTarget as HTMLElement;
              const first = initialFocus?.current ?? content.querySelector<HTMLElement>("[data-autofocus]");
              if (!first) return;
              event.preventDefault();
              first.focus();
            }}
          >
            <Primitive.Title asChild>
              <h2>{title}</h2>
            </Primitive.Title>
            {description !== undefined && (
              <Primitive.Description asChild>
                <p>{description}</p>
              </Primitive.Description>
            )}
            <CloseDialog value={close}>
              {children}
              {actions && <div className="actions">{actions}</div>}
            </CloseDialog>
          </Primitive.Content>
        </Primitive.Overlay>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
