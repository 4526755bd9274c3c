import { TextField } from "@/ui/form/text-field";
import type { Described } from "./chosen";
import { SubjectField } from "./subject-field";
import type { UploadFormState } from "./use-upload-form";

interface FieldProps<Typed extends Described> {
  form: Pick<UploadFormState<Typed>, "typed" | "errors" | "busy" | "isSeveral">;
  onChange: (text: string) => void;
}

/** The title of one file; several have theirs in the list of files. */
export function TitleOfUpload({ form, onChange }: FieldProps<Described>) {
  const { typed, errors, busy, isSeveral } = form;
  return (
    <TextField
      label="Title"
      value={isSeveral ? "" : typed.title}
      placeholder={isSeveral ? "Each file has its own title" : undefined}
      error={errors.title}
      disabled={busy || isSeveral}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The description, which all files of one submit share. */
export function DescriptionOfUpload({ form, onChange }: FieldProps<Described>) {
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

/** The subject, which all files of one submit share. */
export function SubjectOfUpload({ form, onChange }: FieldProps<Described & { subject: string }>) {
  return (
    <SubjectField
      value={form.typed.subject}
      error={form.errors.subject}
      disabled={form.busy}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
