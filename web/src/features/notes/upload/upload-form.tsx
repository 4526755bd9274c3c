import { ChevronDown } from "lucide-react";
import { useId, useMemo } from "react";
import { ApiProblem } from "@/api/problem";
import { loadImports } from "@/core/imports";
import { NOTE_TYPE_DEFAULT, NOTE_TYPES } from "@/core/limits";
import { courseQuery } from "@/data/courses/courses";
import { queryClient } from "@/data/query/query-client";
import { displayCode } from "@/lib/urls/subjects";
import { pdfForm, pdfType } from "@/parts/uploading/form/pdf";
import { UploadDescriptionField, UploadReviewField, UploadTitleField } from "@/parts/uploading/form/upload-fields";
import { type FileFieldsProps, UploadForm as FilesForm, type UploadFormKind } from "@/parts/uploading/form/upload-form";
import type { FilePlace } from "@/parts/uploading/form/use-upload-form";
import { SelectField } from "@/ui/form/select-field";
import { TextField } from "@/ui/form/text-field";
import { courseUploads, type NoteFields, noteTexts } from "./store";

type Typed = Omit<NoteFields, "chapter"> & { chapter: string };

const noteForm: UploadFormKind<Typed, NoteFields> = {
  ...pdfForm,
  contentKind: "note",
  texts: noteTexts,
  initialFields: { title: "", description: "", noteType: NOTE_TYPE_DEFAULT, chapter: "1", review: false },
  checkFile: (core, file) => core.validateNoteFile(file.name, pdfType(file), file.size),
  checkFields: (core, fields) => core.validateNoteDraft(fields),
  toFields: (typed) => ({ ...typed, title: typed.title.trim(), chapter: Number(typed.chapter || "1") }),
};

/**
 * Returns true if the course exists.
 *
 * @throws if the server cannot be reached.
 */
const isCourse = (code: string) =>
  queryClient.fetchQuery(courseQuery(code)).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiProblem && error.status === 404) return false;
      throw error;
    },
  );

/** Reads chapter and type from the folders of a file. A file in the folder of another course is rejected. */
async function readPlace(path: string, courseCode: string): Promise<FilePlace<Typed>> {
  try {
    const rules = await loadImports();
    const others = rules.possibleCourses(path).filter((code) => code !== courseCode);
    const existing = await Promise.all(others.map(async (code) => ((await isCourse(code)) ? [code] : [])));
    const { course, chapter, noteType } = rules.filePlace(path, courseCode, [courseCode, ...existing.flat()]);
    const fileFields = { ...(chapter && { chapter: String(chapter) }), ...(noteType && { noteType }) };
    const rejection = course === courseCode ? undefined : `This belongs to ${displayCode(course)}. Upload it there.`;
    return { fileFields, rejection };
  } catch (error) {
    console.warn("The course and chapter of a file could not be looked up.", error);
    return { fileFields: {}, rejection: "Its course could not be looked up. Add the file again." };
  }
}

/** Form that uploads PDFs to a course. For administrators. */
export function UploadForm({ courseCode }: { courseCode: string }) {
  const kind = useMemo(() => ({ ...noteForm, readPlace: (path: string) => readPlace(path, courseCode) }), [courseCode]);
  return (
    <FilesForm kind={kind} uploads={courseUploads(courseCode)} ownFields={(file) => <TypeAndChapter {...file} />}>
      {(form) => (
        <>
          <UploadTitleField form={form} onChange={(title) => form.set({ title })} />
          <div className="two">
            <SelectField
              label="Type"
              options={NOTE_TYPES}
              value={form.typed.noteType}
              error={form.errors.noteType}
              disabled={form.busy}
              onChange={(event) => form.set({ noteType: event.target.value })}
            />
            <TextField
              label="Chapter"
              inputMode="numeric"
              className="tabular-nums"
              value={form.typed.chapter}
              error={form.errors.chapter}
              disabled={form.busy}
              onChange={(event) => form.set({ chapter: event.target.value })}
            />
          </div>
          {form.hasSeveralFiles && (
            <p className="hint">Type and chapter apply to every file that doesn't have its own.</p>
          )}
          <UploadDescriptionField form={form} onChange={(description) => form.set({ description })} />
          <UploadReviewField form={form} onChange={(review) => form.set({ review })} />
        </>
      )}
    </FilesForm>
  );
}

/** Type and chapter of one of several files; by default the shared values. */
function TypeAndChapter({ chosen, errors, shared, onChange }: FileFieldsProps<Typed>) {
  const { file, fileFields } = chosen;
  const errorId = useId();
  return (
    <>
      <div className="own-fields">
        <div className="select">
          <select
            className="input"
            aria-label={`Type of ${file.name}`}
            value={fileFields.noteType ?? shared.noteType}
            onChange={(event) => onChange({ noteType: event.target.value })}
          >
            {NOTE_TYPES.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
          <ChevronDown aria-hidden="true" />
        </div>
        <input
          className="input tabular-nums"
          inputMode="numeric"
          aria-label={`Chapter of ${file.name}`}
          aria-invalid={errors.chapter ? true : undefined}
          aria-describedby={errors.chapter ? errorId : undefined}
          value={fileFields.chapter ?? shared.chapter}
          onChange={(event) => onChange({ chapter: event.target.value })}
        />
      </div>
      {errors.chapter && (
        <p className="m bad" id={errorId} role="alert">
          {errors.chapter}
        </p>
      )}
    </>
  );
}
