import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import { useReturnFocus } from "./return-focus";

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Names the thing that the dialog is about. */
  title: ReactNode;
  /** One or two sentences under the title, read when the dialog opens. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the end, the safe one first. */
  actions?: ReactNode;
  wide?: boolean | undefined;
  /** Gets the focus when the dialog opens; otherwise its first control does. */
  initialFocus?: React.RefObject<HTMLElement | null> | undefined;
  role?: "dialog" | "alertdialog" | undefined;
};

/** A window over the page. Focus goes in, stays in, and returns to where it was. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
  wide,
  initialFocus,
  role = "dialog",
}: DialogProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="scrim">
          <Primitive.Content
            role={role}
            className={cn("dialog", wide && "wide")}
            {...(description === undefined && { "aria-describedby": undefined })}
            onCloseAutoFocus={onCloseAutoFocus}
            onOpenAutoFocus={(event) => {
              onOpenAutoFocus();
              if (!initialFocus?.current) return;
              event.preventDefault();
              initialFocus.current.focus();
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
            {children}
            {actions && <div className="acts">{actions}</div>}
          </Primitive.Content>
        </Primitive.Overlay>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
