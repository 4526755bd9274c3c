import type { Upload } from "@/data/uploads/uploads";
import { formatBytes } from "@/lib/text/format";
import type { ActiveUpload } from "@/parts/uploading/active-uploads";

/** State of an upload, as a row of the console shows it. */
export interface UploadState {
  title: string;
  tone: "busy" | "held" | "ok" | "bad";
  /** Additional sentence. */
  detail?: string | undefined;
  /** Sent fraction from 0 to 1, if this tab sends the file. */
  sent?: number | undefined;
  /** True if the administrator must select the file again. */
  isInterrupted?: boolean | undefined;
}

interface Seen {
  /** State in this tab, if this tab sends the file. */
  live: ActiveUpload | undefined;
  /** True if this tab sent the file before a reload, or if the tab was duplicated from one that did. */
  wasSentHere: boolean;
  /** Whether a tab of this browser is sending the file. `undefined` until the locks are read. */
  isLocked: boolean | undefined;
}

/** Combines the server's state of an upload with the state in this browser. */
export function uploadState(upload: Upload, { live, wasSentHere, isLocked }: Seen): UploadState {
  if (upload.status === "waiting" && live) return liveState(live) ?? interrupted(upload, failureOf(live));
  switch (upload.status) {
    case "waiting":
      if (upload.canRetry) return { title: "Stuck", tone: "bad", detail: "The file arrived but was not checked." };
      if (isLocked)
        return { title: "Sending", tone: "busy", detail: "Another tab of this browser is sending the file." };
      return upload.interrupted || (wasSentHere && isLocked === false)
        ? interrupted(upload)
        : { title: "Sending", tone: "busy", detail: "The file is being sent." };
    case "checking":
      return upload.canRetry
        ? { title: "Stuck", tone: "bad", detail: "The check has stopped responding." }
        : { title: "Checking", tone: "busy", detail: "The server is checking the file." };
    case "review":
      return { title: "Not published", tone: "held", detail: "The file is valid and waits until you publish it." };
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

function failureOf({ item: { phase } }: ActiveUpload): string | undefined {
  return phase.kind === "failed" ? phase.reason : undefined;
}

/** Returns the state of an upload in this tab, or `undefined` if it has failed. */
function liveState({ item }: ActiveUpload): UploadState | undefined {
  const { phase, sizeBytes } = item;
  if (phase.kind === "paused") {
    return { title: "Paused", tone: "busy", detail: "It continues when Note Ninja can be reached." };
  }
  if (phase.kind === "failed") return undefined;
  if (phase.kind !== "sending") return { title: "Sending", tone: "busy", detail: "The file is being sent." };
  const sent = phase.sentBytes / sizeBytes;
  return { title: "Sending", tone: "busy", detail: `${Math.round(100 * sent)}%`, sent };
}
