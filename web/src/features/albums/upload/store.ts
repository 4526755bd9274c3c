import type { AlbumId } from "@/api/models";
import { albumKeys } from "@/data/albums/albums";
import { refreshEverywhere } from "@/data/query/other-tabs";
import { queryClient } from "@/data/query/query-client";
import { type AlbumDeclaration, declareAlbumPicture, declareForAlbum } from "@/data/uploads/uploads";
import { PDF } from "@/parts/uploading/form/pdf";
import { Incomplete, isInterruption, UploadError } from "@/parts/uploading/sending/errors";
import { sendPicture } from "@/parts/uploading/sending/picture";
import type { UploadTexts } from "@/parts/uploading/sending/run";
import { uploadsByPlace } from "@/parts/uploading/sending/store";

/** What the person typed about a note, and the picture they chose for it. */
export type AlbumFields = Required<Pick<AlbumDeclaration, "subject" | "title" | "description">> & {
  picture?: File | undefined;
};

export const albumTexts: UploadTexts = {
  done: "Note uploaded successfully!",
  failed: "Failed to upload note.",
  refused: "The file was not accepted. Check that it opens as a PDF.",
};

/** Sends the picture of a note that is in its album by now. */
async function addPicture(album: AlbumId, noteId: string, picture: File, signal: AbortSignal): Promise<void> {
  try {
    await sendPicture((file, stop) => declareAlbumPicture({ album, noteId }, file, stop), picture, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    // Not a refusal of the PDF: that is in its album, and trying again must not make another note of it.
    const reason = error instanceof Error ? error.message : "";
    const isHopeless = error instanceof UploadError && error.retry === "none";
    const text = `The PDF is here, its picture is not. ${reason}`;
    throw new Incomplete(text, isHopeless ? "none" : "send", isInterruption(error));
  }
}

/** The uploads to an album. */
export const uploadsTo = uploadsByPlace<AlbumId, AlbumFields>((album) => {
  const refresh = () => void refreshEverywhere(queryClient, albumKeys.album(album));
  return {
    declare: (file, { subject, title, description }, signal) =>
      declareForAlbum(album, { ...file, subject, title, description }, signal),
    contentType: PDF,
    inParts: false,
    recognises: true,
    resultOf: (upload) => upload.noteId,
    followUp: async (noteId, { picture }, signal) => {
      if (!picture) return;
      refresh();
      await addPicture(album, noteId, picture, signal);
    },
    onPublished: refresh,
    texts: albumTexts,
  };
});
