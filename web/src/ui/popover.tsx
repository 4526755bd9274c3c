import "@/styles/popover.css";
import { Popover as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactNode;
  /** Name for screen readers. */
  label: string;
  children: ReactNode;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom";
  className?: string | undefined;
}

/** A few controls that open from a button. Focus goes in, and back to the button when it closes. */
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
  return (
    <Primitive.Root {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange })}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
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
      </Primitive.Portal>
    </Primitive.Root>
  );
}
