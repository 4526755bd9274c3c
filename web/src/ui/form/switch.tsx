import "@/styles/switch.css";
import { Switch as Primitive } from "radix-ui";
import { type ReactNode, useId } from "react";

interface SwitchProps {
  label: ReactNode;
  /** Explains the current state. */
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Switch that takes effect at once. */
export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="switch-field">
      <Primitive.Root
        id={id}
        className="switch"
        checked={checked}
        onCheckedChange={onChange}
        aria-describedby={hint ? `${id}-about` : undefined}
      >
        <Primitive.Thumb className="switch-thumb" />
      </Primitive.Root>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span className="hint" id={`${id}-about`}>
          {hint}
        </span>
      )}
    </div>
  );
}
