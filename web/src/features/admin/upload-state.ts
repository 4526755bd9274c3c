import type { Upload } from "@/api/uploads";
import type { LiveUpload } from "@/parts/uploading/live";
import { isUnderWay } from "@/parts/uploading/queue";

/** How far an upload is, for a row of the console. */
export interface UploadState {
  /** One word. */
  title: string;
  tone: "busy" | "ok" | "bad";
  /** What is known beyond it, as a sentence. */
  detail?: string | undefined;
  /** How much has been sent, from 0 to 1, where this page sends it. */
  sent?: number | undefined;
}

/** What is known of an upload: by the server, and by this page if it is the one that sends it. */
export function uploadState(upload: Upload, live: LiveUpload | undefined): UploadState {
  if (live && upload.status === "waiting" && isUnderWay(live.item)) return sending(live);
  switch (upload.status) {
    case "waiting":
      return upload.canRetry
        ? { title: "Lost", tone: "bad", detail: "The file did not arrive, or nobody noticed that it did." }
        : { title: "Sending", tone: "busy", detail: "The file is on its way." };
    case "checking":
      return upload.canRetry
        ? { title: "Stuck", tone: "bad", detail: "The check does not answer any more." }
        : { title: "Checking", tone: "busy", detail: "The server is looking at the file." };
    case "ready":
      return { title: "Ready", tone: "ok" };
    case "failed":
      return { title: "Failed", tone: "bad", detail: upload.reason ?? "The file was not accepted." };
  }
}

function sending({ item }: LiveUpload): UploadState {
  const { phase, sizeBytes } = item;
  if (phase.kind !== "sending") return { title: "Sending", tone: "busy", detail: "The file is on its way." };
  const sent = phase.sentBytes / sizeBytes;
  return { title: "Sending", tone: "busy", detail: `${Math.round(100 * sent)}%`, sent };
}
