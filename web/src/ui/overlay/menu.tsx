import { Check, ChevronRight } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { type ReactNode, useState } from "react";
import { cn } from "@/lib/text/cn";
import { ClickOutsideBackdrop } from "./click-outside-backdrop";

export type MenuItem =
  | {
      label: string;
      icon?: ReactNode;
      onSelect: () => void;
      danger?: boolean;
      disabled?: boolean;
      /** Makes the item a checkbox with this state. */
      checked?: boolean;
    }
  | MenuChoice
  | { label: string; icon?: ReactNode; items: readonly MenuItem[] }
  | "separator";

/** Group of menu items of which exactly one is selected. */
export interface MenuChoice {
  /** Accessible name of the group. It must be unique in the menu. */
  name: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
}

type MenuProps = {
  trigger: ReactNode;
  items: readonly MenuItem[];
  heading?: string | undefined;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom" | undefined;
};

/** Menu of actions. A press outside closes it and has no other effect. */
export function Menu({ trigger, items, heading, align = "end", side }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <div className="contents">
          <ClickOutsideBackdrop onPress={() => setOpen(false)} />
          <DropdownMenu.Content
            className="menu"
            align={align}
            {...(side && { side })}
            sideOffset={6}
            collisionPadding={8}
          >
            {heading && <DropdownMenu.Label className="menu-head">{heading}</DropdownMenu.Label>}
            <Items items={items} />
          </DropdownMenu.Content>
        </div>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Items({ items }: { items: readonly MenuItem[] }) {
  return items.map((item, place) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: separators have no identity except their index
    if (item === "separator") return <DropdownMenu.Separator key={place} className="menu-line" />;
    if ("options" in item) return <MenuChoiceItem key={item.name} {...item} />;
    if ("items" in item) return <SubMenu key={item.label} {...item} />;
    const { label, icon, onSelect, danger, disabled = false, checked } = item;
    if (checked !== undefined) {
      return (
        <DropdownMenu.CheckboxItem
          key={label}
          className="menu-item"
          checked={checked}
          disabled={disabled}
          onSelect={onSelect}
        >
          {icon}
          <span className="flex-1">{label}</span>
          {checked && <Check aria-hidden="true" />}
        </DropdownMenu.CheckboxItem>
      );
    }
    return (
      <DropdownMenu.Item
        key={label}
        className={cn("menu-item", danger && "danger")}
        disabled={disabled}
        onSelect={onSelect}
      >
        {icon}
        {label}
      </DropdownMenu.Item>
    );
  });
}

function MenuChoiceItem({ name, value, options, onChoose }: MenuChoice) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={onChoose} aria-label={name}>
      {options.map((option) => (
        <DropdownMenu.RadioItem key={option.value} className="menu-item" value={option.value}>
          <span className="flex-1">{option.label}</span>
          {option.value === value && <Check aria-hidden="true" />}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

function SubMenu({ label, icon, items }: { label: string; icon?: ReactNode; items: readonly MenuItem[] }) {
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className="menu-item">
        {icon}
        <span className="flex-1">{label}</span>
        <ChevronRight aria-hidden="true" />
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal>
        <DropdownMenu.SubContent className="menu" sideOffset={6} collisionPadding={8}>
          <Items items={items} />
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  );
}
