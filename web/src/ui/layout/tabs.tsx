import { Tabs as Primitive } from "radix-ui";
import type { ReactNode } from "react";

type TabItem = {
  value: string;
  label: ReactNode;
  count?: number | undefined;
  content: ReactNode;
};

type TabsProps = {
  label: string;
  items: readonly TabItem[];
  value?: string | undefined;
  defaultValue?: string | undefined;
  onValueChange?: ((value: string) => void) | undefined;
};

/** Tabs with their panels. Arrow keys move between them. */
export function Tabs({ label, items, value, defaultValue, onValueChange }: TabsProps) {
  return (
    <Primitive.Root
      {...(value !== undefined ? { value } : { defaultValue: defaultValue ?? items[0]?.value ?? "" })}
      {...(onValueChange && { onValueChange })}
    >
      <Primitive.List className="tabs" aria-label={label}>
        {items.map((item) => (
          <Primitive.Trigger key={item.value} value={item.value} className="tab">
            {item.label}
            {item.count !== undefined && <span className="count">{item.count}</span>}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {items.map((item) => (
        <Primitive.Content key={item.value} value={item.value}>
          {item.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
