import { Checkbox } from "@/ui/form/checkbox";
import { TextField } from "@/ui/form/text-field";
import type { UploadMetadata } from "./selected-files";
import { SubjectField } from "./subject-field";
import type { UploadFormState } from "./use-upload-form";

interface FieldProps<Typed extends UploadMetadata> {
  form: Pick<UploadFormState<Typed>, "typed" | "errors" | "busy" | "hasSeveralFiles">;
  onChange: (text: string) => void;
}

/** Title of a single file. Several files have their titles in the list. */
export function UploadTitleField({ form, onChange }: FieldProps<UploadMetadata>) {
  const { typed, errors, busy, hasSeveralFiles } = form;
  return (
    <TextField
      label="Title"
      value={hasSeveralFiles ? "" : typed.title}
      placeholder={hasSeveralFiles ? "Each file has its own title" : undefined}
      error={errors.title}
      disabled={busy || hasSeveralFiles}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export function UploadDescriptionField({ form, onChange }: FieldProps<UploadMetadata>) {
  return (
    <TextField
      label="Description"
      optional
      value={form.typed.description}
      error={form.errors.description}
      disabled={form.busy}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface ReviewFieldProps {
  form: { typed: { review: boolean }; busy: boolean };
  onChange: (review: boolean) => void;
}

/** Checkbox for showing the accessibility report of a PDF before it is published. */
export function UploadReviewField({ form, onChange }: ReviewFieldProps) {
  return (
    <Checkbox
      label="Review accessibility before publishing"
      hint="Each file waits until you have seen its report."
      checked={form.typed.review}
      disabled={form.busy}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

export function UploadSubjectField({ form, onChange }: FieldProps<UploadMetadata & { subject: string }>) {
  return (
    <SubjectField
      value={form.typed.subject}
      error={form.errors.subject}
      disabled={form.busy}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
