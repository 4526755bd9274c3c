import type { ShelfId } from "@/api/models";
import { audioKeys } from "@/data/audio/audio";
import { invalidateInAllTabs } from "@/data/query/cross-tab-invalidation";
import { queryClient } from "@/data/query/query-client";
import { type CreateAudioUploadRequest, createAudioUpload } from "@/data/uploads/uploads";
import type { UploadTexts } from "@/parts/uploading/sending/run";
import { uploadsByTarget } from "@/parts/uploading/sending/store";

export type AudioFields = Required<Pick<CreateAudioUploadRequest, "title" | "subject" | "description">> &
  Pick<CreateAudioUploadRequest, "order">;

export const audioTexts: UploadTexts = {
  done: "Audio note uploaded successfully!",
  failed: "Failed to upload audio note. Please try again.",
  rejectedForGood: "Failed to upload audio note.",
  rejected: "The file was not accepted. Check that it plays on this computer.",
};

export const recordingUploads = uploadsByTarget<ShelfId, AudioFields>((shelf) => ({
  create: (file, fields, signal) => createAudioUpload({ ...file, ...fields, shelf }, signal),
  contentType: "",
  isMultipart: true,
  detectsDuplicates: true,
  resultIdOf: (upload) => upload.audioId,
  onPublished: () => void invalidateInAllTabs(queryClient, audioKeys.shelf(shelf)),
  texts: audioTexts,
}));
