import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from "react";
import { useId } from "react";
import { cn } from "@/lib/text/cn";
import { descriptionId, Field, type FieldLabelling } from "./field";

export type TextFieldProps = InputHTMLAttributes<HTMLInputElement> &
  FieldLabelling & {
    /** Small control at the end of the field. */
    endAdornment?: ReactNode;
    /** Id of an element outside the field that describes it too. */
    describedBy?: string;
    ref?: Ref<HTMLInputElement>;
  };

/** Single-line text field with a label. Compatible with `register` of react-hook-form. */
export function TextField({
  label,
  hint,
  hintAction,
  error,
  optional,
  trailing,
  endAdornment,
  describedBy,
  id,
  className,
  ...rest
}: TextFieldProps) {
  const own = useId();
  const fieldId = id ?? own;
  const input = (
    <input
      {...rest}
      id={fieldId}
      className={cn("input", className)}
      aria-invalid={error ? true : undefined}
      aria-describedby={cn(describedBy, descriptionId(fieldId, { hint, error })) || undefined}
    />
  );
  return (
    <Field {...{ id: fieldId, label, hint, hintAction, error, optional, trailing }}>
      {endAdornment ? (
        <div className="input-end">
          {input}
          <span>{endAdornment}</span>
        </div>
      ) : (
        input
      )}
    </Field>
  );
}

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & FieldLabelling & { ref?: Ref<HTMLTextAreaElement> };

export function TextArea({
  label,
  hint,
  hintAction,
  error,
  optional,
  trailing,
  id,
  className,
  ...rest
}: TextAreaProps) {
  const own = useId();
  const fieldId = id ?? own;
  return (
    <Field {...{ id: fieldId, label, hint, hintAction, error, optional, trailing }}>
      <textarea
        {...rest}
        id={fieldId}
        className={cn("input", className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={descriptionId(fieldId, { hint, error })}
      />
    </Field>
  );
}
