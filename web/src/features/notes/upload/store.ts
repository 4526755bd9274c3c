import { noteKeys } from "@/data/notes/notes";
import { invalidateInAllTabs } from "@/data/query/cross-tab-invalidation";
import { queryClient } from "@/data/query/query-client";
import { type CreateUploadRequest, createUpload, type UploadFileInfo } from "@/data/uploads/uploads";
import { PDF_CONTENT_TYPE } from "@/parts/uploading/form/pdf";
import type { UploadTexts } from "@/parts/uploading/sending/run";
import { uploadsByTarget } from "@/parts/uploading/sending/store";

export type NoteFields = Required<Omit<CreateUploadRequest, keyof UploadFileInfo | "courseCode">>;

export const noteTexts: UploadTexts = {
  done: "Note uploaded successfully!",
  failed: "Failed to upload note.",
  rejected: "The file was not accepted. Check that it opens as a PDF.",
};

export const courseUploads = uploadsByTarget<string, NoteFields>((courseCode) => ({
  create: (file, fields, signal) =>
    createUpload({ ...file, ...fields, contentType: PDF_CONTENT_TYPE, courseCode }, signal),
  contentType: PDF_CONTENT_TYPE,
  isMultipart: false,
  detectsDuplicates: true,
  resultIdOf: (upload) => upload.noteId,
  onPublished: () => void invalidateInAllTabs(queryClient, noteKeys.inCourse(courseCode)),
  texts: noteTexts,
}));
