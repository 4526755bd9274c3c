import type { AlbumId } from "@/api/models";
import { albumKeys } from "@/data/albums/albums";
import { invalidateInAllTabs } from "@/data/query/cross-tab-invalidation";
import { queryClient } from "@/data/query/query-client";
import { type CreateAlbumUploadRequest, createAlbumUpload } from "@/data/uploads/uploads";
import { PDF_CONTENT_TYPE } from "@/parts/uploading/form/pdf";
import { dropPicture, keepPicture } from "@/parts/uploading/kept-pictures";
import { addNotePicture, isFinalRefusal, refusalText } from "@/parts/uploading/note-picture";
import { FollowUpError, isInterruption } from "@/parts/uploading/sending/errors";
import type { UploadTexts } from "@/parts/uploading/sending/run";
import { uploadsByTarget } from "@/parts/uploading/sending/store";

/** Form values of a note, with its cover. */
export type AlbumFields = Required<Pick<CreateAlbumUploadRequest, "subject" | "title" | "description" | "review">> & {
  picture?: File | undefined;
};

export const albumUploadTexts: UploadTexts = {
  done: "Note uploaded successfully!",
  failed: "Failed to upload note.",
  rejected: "The file was not accepted. Check that it opens as a PDF.",
};

async function addPicture(album: AlbumId, noteId: string, picture: File, signal: AbortSignal): Promise<void> {
  try {
    await addNotePicture({ album, noteId }, picture, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    // The PDF is already published, and a retry must not create a second note.
    const text = `The PDF was uploaded, but its picture was not. ${refusalText(error)}`;
    throw new FollowUpError(text, isFinalRefusal(error) ? "none" : "send", isInterruption(error));
  }
}

export const albumUploads = uploadsByTarget<AlbumId, AlbumFields>((album) => {
  /** Ids of the uploads whose pictures this device stores until their notes are published. */
  const keptIds = new Set<string>();
  const refresh = () => void invalidateInAllTabs(queryClient, albumKeys.album(album));
  return {
    create: async (file, { subject, title, description, review, picture }, signal) => {
      if (picture && (await keepPicture({ uploadId: file.id, album, picture }))) keptIds.add(file.id);
      return createAlbumUpload(album, { ...file, subject, title, description, review }, signal);
    },
    contentType: PDF_CONTENT_TYPE,
    isMultipart: false,
    detectsDuplicates: true,
    resultIdOf: (upload) => upload.noteId,
    followUp: async (noteId, { picture }, signal, uploadId) => {
      if (!picture) return;
      refresh();
      await addPicture(album, noteId, picture, signal).catch(async (error: unknown) => {
        if (error instanceof FollowUpError && error.retry === "none") await dropPicture(uploadId);
        throw error;
      });
      await dropPicture(uploadId);
    },
    hasFollowUp: ({ picture }, uploadId) => picture !== undefined && !keptIds.has(uploadId),
    onPublished: refresh,
    texts: albumUploadTexts,
  };
});
