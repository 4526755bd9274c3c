import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from "react";
import { Checkbox } from "@/ui/form/checkbox";

type StatementFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  children: ReactNode;
};

/** Checkbox with a statement that the law requires, and its error. */
export function StatementField({ error, children, ...input }: StatementFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <Checkbox
        {...input}
        label={children}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
      />
      {error && (
        <p className="field-error" id={id} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
