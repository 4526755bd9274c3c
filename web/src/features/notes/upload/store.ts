import { noteKeys } from "@/api/notes";
import { refreshEverywhere } from "@/api/other-tabs";
import { queryClient } from "@/api/query-client";
import { declareUpload } from "@/api/uploads";
import type { UploadTexts } from "@/parts/uploading/run";
import { makeUploads, type Uploads } from "@/parts/uploading/store";

export const PDF = "application/pdf";

/** What the person typed about a file. */
export interface NoteFields {
  title: string;
  description: string;
  noteType: string;
  chapter: number;
}

export const noteTexts: UploadTexts = {
  done: "Note uploaded successfully!",
  failed: "Failed to upload note.",
  refused: "The file was not accepted. Check that it opens as a PDF.",
};

const courses = new Map<string, Uploads<NoteFields>>();

/** The uploads of `courseCode`, the same object as long as the page lives. */
export function uploadsOf(courseCode: string): Uploads<NoteFields> {
  const known = courses.get(courseCode);
  if (known) return known;
  const made = makeUploads<NoteFields>({
    declare: (file, { title, description, noteType, chapter }, signal) =>
      declareUpload({ ...file, contentType: PDF, courseCode, title, description, noteType, chapter }, signal),
    contentType: PDF,
    inParts: false,
    recognises: true,
    resultOf: (upload) => upload.noteId,
    onPublished: () => void refreshEverywhere(queryClient, noteKeys.inCourse(courseCode)),
    texts: noteTexts,
  });
  courses.set(courseCode, made);
  return made;
}
