import { Tooltip as Primitive } from "radix-ui";
import type { ReactNode } from "react";

type TooltipProps = {
  text: ReactNode;
  /** One focusable control. */
  children: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
};

export function Tooltip({ text, children, side = "top" }: TooltipProps) {
  return (
    <Primitive.Provider delayDuration={300}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content className="tip" side={side} sideOffset={6} collisionPadding={8}>
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
