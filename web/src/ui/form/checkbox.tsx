import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import { cn } from "@/lib/text/cn";

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & {
  label: ReactNode;
  hint?: ReactNode;
  ref?: Ref<HTMLInputElement>;
};

/** Checkbox with a label. Compatible with `register` of react-hook-form. */
export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  return (
    <label className={cn("check", className)}>
      <input {...rest} type="checkbox" className="box" />
      <span>
        {label}
        {hint && <span className="hint block">{hint}</span>}
      </span>
    </label>
  );
}
