import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

export type MenuItem =
  | {
      label: string;
      icon?: ReactNode;
      onSelect: () => void;
      danger?: boolean;
      disabled?: boolean;
    }
  | "separator";

export type MenuProps = {
  /** The button that opens the menu. */
  trigger: ReactNode;
  items: readonly MenuItem[];
  heading?: string | undefined;
  align?: "start" | "center" | "end";
};

/** A list of actions that opens from a button. */
export function Menu({ trigger, items, heading, align = "end" }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align={align} sideOffset={6} collisionPadding={8}>
          {heading && <DropdownMenu.Label className="menu-head">{heading}</DropdownMenu.Label>}
          {items.map((item, place) =>
            item === "separator" ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a separator has nothing but its place
              <DropdownMenu.Separator key={place} className="menu-line" />
            ) : (
              <DropdownMenu.Item
                key={item.label}
                className={cn("menu-item", item.danger && "danger")}
                disabled={item.disabled ?? false}
                onSelect={item.onSelect}
              >
                {item.icon}
                {item.label}
              </DropdownMenu.Item>
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
