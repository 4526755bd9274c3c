import { audioKeys } from "@/api/audio";
import type { ShelfId } from "@/api/models";
import { refreshEverywhere } from "@/api/other-tabs";
import { queryClient } from "@/api/query-client";
import { declareAudio } from "@/api/uploads";
import type { UploadTexts } from "@/parts/uploading/run";
import { makeUploads, type Uploads } from "@/parts/uploading/store";

/** What the person typed about a recording. */
export interface AudioFields {
  title: string;
  subject: string;
  description: string;
}

export const audioTexts: UploadTexts = {
  done: "Audio note uploaded successfully!",
  failed: "Failed to upload audio note. Please try again.",
  refused: "The file was not accepted. Check that it plays on this computer.",
};

const shelves = new Map<ShelfId, Uploads<AudioFields>>();

/** The uploads to a shelf, the same object as long as the page lives. */
export function uploadsTo(shelf: ShelfId): Uploads<AudioFields> {
  const known = shelves.get(shelf);
  if (known) return known;
  const made = makeUploads<AudioFields>({
    declare: (file, fields, signal) => declareAudio({ ...file, ...fields, shelf }, signal),
    contentType: "",
    inParts: true,
    recognises: true,
    resultOf: (upload) => upload.audioId,
    onPublished: () => void refreshEverywhere(queryClient, audioKeys.shelf(shelf)),
    texts: audioTexts,
  });
  shelves.set(shelf, made);
  return made;
}
