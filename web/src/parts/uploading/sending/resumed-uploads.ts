import { albumKeys } from "@/data/albums/albums";
import { audioKeys } from "@/data/audio/audio";
import { noteKeys } from "@/data/notes/notes";
import { invalidateInAllTabs } from "@/data/query/cross-tab-invalidation";
import { queryClient } from "@/data/query/query-client";
import { resumeUpload, uploadKeys } from "@/data/uploads/uploads";
import { createUploads, type Uploads } from "./store";

let resumed: Uploads<undefined> | undefined;

/** Returns the queue of interrupted uploads that this page resumes under their original ids. */
export function getResumedUploads(): Uploads<undefined> {
  resumed ??= createUploads<undefined>({
    create: (file, _fields, signal) => resumeUpload(file, signal),
    contentType: "application/octet-stream",
    isMultipart: true,
    resultIdOf: (upload) => upload.noteId ?? upload.audioId ?? upload.id,
    onPublished: () =>
      void invalidateInAllTabs(queryClient, uploadKeys.mine, noteKeys.all, albumKeys.all, audioKeys.all),
    texts: { done: "Uploaded.", failed: "The upload was not completed.", rejected: "The file was not accepted." },
  });
  return resumed;
}
