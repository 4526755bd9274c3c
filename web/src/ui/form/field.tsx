import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

export type FieldLabelling = {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong and what to do; shown in red and read with the field. */
  error?: ReactNode;
  /** Adds 'optional' to the label. */
  optional?: boolean | undefined;
  /** Beside the label, at the end of its line ('Forgot Password?'). */
  aside?: ReactNode;
};

/** Id of the text that describes a field, or nothing when there is none. */
export function descriptionId(id: string, { hint, error }: Pick<FieldLabelling, "hint" | "error">) {
  return error || hint ? `${id}-about` : undefined;
}

/** Label, control, and the hint or error under it. The control carries `id`. */
export function Field({
  id,
  label,
  hint,
  error,
  optional,
  aside,
  children,
}: FieldLabelling & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>
          {label}
          {optional && <span className="opt"> optional</span>}
        </label>
        {aside}
      </div>
      {children}
      {error ? (
        <p className="err" id={`${id}-about`} role="alert">
          <CircleAlert aria-hidden="true" />
          <span>{error}</span>
        </p>
      ) : (
        hint && (
          <p className="hint" id={`${id}-about`}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
