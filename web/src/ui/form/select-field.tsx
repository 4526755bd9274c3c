import { ChevronDown } from "lucide-react";
import type { Ref, SelectHTMLAttributes } from "react";
import { useId } from "react";
import { cn } from "@/lib/text/cn";
import { descriptionId, Field, type FieldLabelling } from "./field";

type SelectOption = string | { value: string; label: string; disabled?: boolean };

export type SelectFieldProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, "children"> &
  FieldLabelling & {
    options: readonly SelectOption[];
    placeholder?: string | undefined;
    ref?: Ref<HTMLSelectElement>;
  };

/** Native select with a label. Radix Select adds a `<style>` element that our Content-Security-Policy refuses. */
export function SelectField({
  label,
  hint,
  hintAction,
  error,
  optional,
  trailing,
  options,
  placeholder,
  id,
  className,
  ...rest
}: SelectFieldProps) {
  const own = useId();
  const fieldId = id ?? own;
  return (
    <Field {...{ id: fieldId, label, hint, hintAction, error, optional, trailing }}>
      <div className="select">
        <select
          {...rest}
          id={fieldId}
          className={cn("input", className)}
          aria-invalid={error ? true : undefined}
          aria-describedby={descriptionId(fieldId, { hint, error })}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => {
            const entry = typeof option === "string" ? { value: option, label: option } : option;
            return (
              <option key={entry.value} value={entry.value} disabled={entry.disabled}>
                {entry.label}
              </option>
            );
          })}
        </select>
        <ChevronDown aria-hidden="true" />
      </div>
    </Field>
  );
}
