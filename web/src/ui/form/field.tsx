import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

export type FieldLabelling = {
  label: ReactNode;
  hint?: ReactNode;
  /** Control below the hint, which is not part of the field's description. */
  hintAction?: ReactNode;
  /** Error message, read by screen readers with the field. */
  error?: ReactNode;
  optional?: boolean | undefined;
  /** Shown at the end of the label's line, for example "Forgot Password?". */
  trailing?: ReactNode;
};

/** Returns the id of the hint or error of a field, or `undefined` without either. */
export function descriptionId(id: string, { hint, error }: Pick<FieldLabelling, "hint" | "error">) {
  return error || hint ? `${id}-about` : undefined;
}

/** Label, control, and hint or error. `children` must be a control with the same `id`. */
export function Field({
  id,
  label,
  hint,
  hintAction,
  error,
  optional,
  trailing,
  children,
}: FieldLabelling & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>
          {label}
          {optional && <span className="opt"> optional</span>}
        </label>
        {trailing}
      </div>
      {children}
      {error ? (
        <p className="field-error" id={`${id}-about`} role="alert">
          <CircleAlert aria-hidden="true" />
          <span>{error}</span>
        </p>
      ) : (
        hint && (
          <>
            <p className="hint" id={`${id}-about`}>
              {hint}
            </p>
            {hintAction && <div>{hintAction}</div>}
          </>
        )
      )}
    </div>
  );
}
