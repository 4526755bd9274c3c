import type { AlbumId } from "@/api/models";
import { declareAlbumPicture } from "@/api/uploads";
import type { UploadKind } from "./run";
import { uploadFile } from "./upload-file";

/** Sends a picture for an album note and waits until the note has it. Throws an error whose message is for people. */
export function sendAlbumPicture(
  note: { album: AlbumId; noteId: string },
  picture: File,
  signal: AbortSignal,
): Promise<string> {
  const kind: UploadKind<undefined> = {
    declare: (file, _fields, stop) => declareAlbumPicture(note, file, stop),
    contentType: "application/octet-stream",
    inParts: false,
    resultOf: (upload) => upload.id,
    onPublished: () => undefined,
    texts: { done: "Picture added.", failed: "Failed to upload image.", refused: "Choose another picture." },
  };
  return uploadFile(picture, undefined, kind, () => undefined, signal);
}
