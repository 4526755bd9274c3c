import { albumKeys } from "@/api/albums";
import type { AlbumId } from "@/api/models";
import { refreshEverywhere } from "@/api/other-tabs";
import { queryClient } from "@/api/query-client";
import { declareAlbumPicture, declareForAlbum } from "@/api/uploads";
import { UploadError } from "@/parts/uploading/errors";
import type { UploadTexts } from "@/parts/uploading/run";
import { makeUploads, type Uploads } from "@/parts/uploading/store";
import { uploadFile } from "@/parts/uploading/upload-file";

export const PDF = "application/pdf";

/** What the person typed about a note, and the picture they chose for it. */
export interface AlbumFields {
  subject: string;
  title: string;
  description: string;
  picture?: File | undefined;
}

export const albumTexts: UploadTexts = {
  done: "Note uploaded successfully!",
  failed: "Failed to upload note.",
  refused: "The file was not accepted. Check that it opens as a PDF.",
};

async function sendPicture(album: AlbumId, noteId: string, picture: File, signal: AbortSignal): Promise<void> {
  const kind = {
    declare: (file, _fields, stop) => declareAlbumPicture({ album, noteId }, file, stop),
    contentType: "application/octet-stream",
    inParts: false,
    resultOf: (upload) => upload.id,
    onPublished: () => undefined,
    texts: { done: "Picture added.", failed: "Failed to upload image.", refused: "Choose another picture." },
  } satisfies Parameters<typeof uploadFile<undefined>>[2];
  try {
    await uploadFile(picture, undefined, kind, () => undefined, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    // Not a refusal of the PDF: that is in its album, and trying again must not make another note of it.
    throw new UploadError(`The PDF is here, its picture is not. ${error instanceof Error ? error.message : ""}`);
  }
}

const albums = new Map<AlbumId, Uploads<AlbumFields>>();

/** The uploads to an album, the same object as long as the page lives. */
export function uploadsTo(album: AlbumId): Uploads<AlbumFields> {
  const known = albums.get(album);
  if (known) return known;
  const refresh = () => void refreshEverywhere(queryClient, albumKeys.album(album));
  const made = makeUploads<AlbumFields>({
    declare: (file, { subject, title, description }, signal) =>
      declareForAlbum(album, { ...file, subject, title, description }, signal),
    contentType: PDF,
    inParts: false,
    recognises: true,
    resultOf: (upload) => upload.noteId,
    followUp: async (noteId, { picture }, signal) => {
      if (!picture) return;
      refresh();
      await sendPicture(album, noteId, picture, signal);
    },
    onPublished: refresh,
    texts: albumTexts,
  });
  albums.set(album, made);
  return made;
}
