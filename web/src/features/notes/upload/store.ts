import { noteKeys } from "@/data/notes/notes";
import { invalidateInAllTabs } from "@/data/query/cross-tab-invalidation";
import { queryClient } from "@/data/query/query-client";
import { createUpload, type FileDeclaration, type UploadDeclaration } from "@/data/uploads/uploads";
import { PDF } from "@/parts/uploading/form/pdf";
import type { UploadTexts } from "@/parts/uploading/sending/run";
import { uploadsByTarget } from "@/parts/uploading/sending/store";

export type NoteFields = Required<Omit<UploadDeclaration, keyof FileDeclaration | "courseCode">>;

export const noteTexts: UploadTexts = {
  done: "Note uploaded successfully!",
  failed: "Failed to upload note.",
  rejected: "The file was not accepted. Check that it opens as a PDF.",
};

export const uploadsTo = uploadsByTarget<string, NoteFields>((courseCode) => ({
  declare: (file, fields, signal) => createUpload({ ...file, ...fields, contentType: PDF, courseCode }, signal),
  contentType: PDF,
  inParts: false,
  detectsDuplicates: true,
  resultOf: (upload) => upload.noteId,
  onPublished: () => void invalidateInAllTabs(queryClient, noteKeys.inCourse(courseCode)),
  texts: noteTexts,
}));
