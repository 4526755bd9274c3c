import { NOTE_TYPES } from "@/core/limits";
import { pdfForm, pdfType } from "@/parts/uploading/pdf";
import { DescriptionOfUpload, TitleOfUpload } from "@/parts/uploading/upload-fields";
import { UploadForm as FilesForm, type UploadFormKind } from "@/parts/uploading/upload-form";
import { SelectField } from "@/ui/select-field";
import { TextField } from "@/ui/text-field";
import { type NoteFields, noteTexts, uploadsTo } from "./store";

type Typed = Omit<NoteFields, "chapter"> & { chapter: string };

const kind: UploadFormKind<Typed, NoteFields> = {
  ...pdfForm,
  contentKind: "note",
  texts: noteTexts,
  emptyFields: { title: "", description: "", noteType: "", chapter: "1" },
  fillsInTitle: false,
  reportsMissing: false,
  checkFile: (core, file) => core.validateNoteFile(file.name, pdfType(file), file.size),
  checkFields: (core, fields) => core.validateNoteDraft(fields),
  toFields: (typed) => ({ ...typed, title: typed.title.trim(), chapter: Number(typed.chapter || "1") }),
};

/** For administrators: puts PDFs into a course, several at once. */
export function UploadForm({ courseCode }: { courseCode: string }) {
  return (
    <FilesForm kind={kind} uploads={uploadsTo(courseCode)}>
      {(form) => (
        <>
          <TitleOfUpload form={form} onChange={(title) => form.set({ title })} />
          <div className="two">
            <SelectField
              label="Type"
              options={NOTE_TYPES}
              placeholder="Other"
              value={form.typed.noteType}
              error={form.errors.noteType}
              disabled={form.busy}
              onChange={(event) => form.set({ noteType: event.target.value })}
            />
            <TextField
              label="Chapter"
              inputMode="numeric"
              className="num"
              value={form.typed.chapter}
              error={form.errors.chapter}
              disabled={form.busy}
              onChange={(event) => form.set({ chapter: event.target.value })}
            />
          </div>
          <DescriptionOfUpload form={form} onChange={(description) => form.set({ description })} />
        </>
      )}
    </FilesForm>
  );
}
