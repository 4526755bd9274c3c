import "@/styles/popover.css";
import { Popover as Primitive } from "radix-ui";
import { type ReactNode, useState } from "react";
import { cn } from "@/lib/text/cn";
import { ClickOutsideBackdrop } from "./click-outside-backdrop";

interface PopoverProps {
  trigger: ReactNode;
  /** Accessible name. */
  label: string;
  children: ReactNode;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom";
  className?: string | undefined;
}

/**
 * Popover with a few controls. Focus moves into it and returns to the button. A press outside closes it and has no
 * other effect.
 */
export function Popover({
  trigger,
  label,
  children,
  open,
  onOpenChange,
  align = "center",
  side = "bottom",
  className,
}: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  function change(next: boolean) {
    setOpen(next);
    onOpenChange?.(next);
  }
  return (
    <Primitive.Root open={open ?? isOpen} onOpenChange={change}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <div className="contents">
          <ClickOutsideBackdrop onPress={() => change(false)} />
          <Primitive.Content
            className={cn("popover", className)}
            aria-label={label}
            align={align}
            side={side}
            sideOffset={8}
            collisionPadding={8}
          >
            {children}
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
