import type { Upload } from "@/data/uploads/uploads";
import { formatBytes } from "@/lib/text/format";
import type { LiveUpload } from "@/parts/uploading/live";

/** How far an upload is, for a row of the console. */
export interface UploadState {
  /** One word. */
  title: string;
  tone: "busy" | "ok" | "bad";
  /** What is known beyond it, as a sentence. */
  detail?: string | undefined;
  /** How much has been sent, from 0 to 1, where this page sends it. */
  sent?: number | undefined;
  /** The file is wanted once more. */
  isInterrupted?: boolean | undefined;
}

interface Seen {
  /** What this page knows, if it is the one that sends the file. */
  live: LiveUpload | undefined;
  /** This tab sent the file before it was loaded again, or the tab of which it is a duplicate. */
  wasSentHere: boolean;
  /** A tab of this browser sends the file. `undefined` until that is known. */
  isLocked: boolean | undefined;
}

/** What is known of an upload: by the server, and by this page if it is the one that sends it. */
export function uploadState(upload: Upload, { live, wasSentHere, isLocked }: Seen): UploadState {
  if (upload.status === "waiting" && live) return liveState(live) ?? interrupted(upload, failureOf(live));
  switch (upload.status) {
    case "waiting":
      if (upload.canRetry) return { title: "Stuck", tone: "bad", detail: "The file arrived and was not checked." };
      if (isLocked)
        return { title: "Sending", tone: "busy", detail: "Another tab of this browser is sending the file." };
      return upload.interrupted || (wasSentHere && isLocked === false)
        ? interrupted(upload)
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

function interrupted({ arrivedBytes, sizeBytes }: Upload, reason?: string): UploadState {
  const rest =
    arrivedBytes > 0
      ? `${formatBytes(arrivedBytes)} of ${formatBytes(sizeBytes)} arrived. Choose the file again to send the rest.`
      : "Choose the file again to send it.";
  return { title: "Interrupted", tone: "bad", detail: reason ?? rest, isInterrupted: true };
}

function failureOf({ item: { phase } }: LiveUpload): string | undefined {
  return phase.kind === "failed" ? phase.reason : undefined;
}

/** Nothing when this page does not send the file any more. */
function liveState({ item }: LiveUpload): UploadState | undefined {
  const { phase, sizeBytes } = item;
  if (phase.kind === "paused") {
    return { title: "Paused", tone: "busy", detail: "It continues when Note Ninja can be reached." };
  }
  if (phase.kind === "failed") return undefined;
  if (phase.kind !== "sending") return { title: "Sending", tone: "busy", detail: "The file is on its way." };
  const sent = phase.sentBytes / sizeBytes;
  return { title: "Sending", tone: "busy", detail: `${Math.round(100 * sent)}%`, sent };
}
