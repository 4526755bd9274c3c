import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiProblem, problemDetail } from "@/api/problem";
import { validateWithRules } from "@/core/validation";
import {
  type ContentDetail,
  type ContentEntry,
  contentDetailQuery,
  createReplacementUpload,
  useRefreshContent,
} from "@/data/admin/admin";
import type { DuplicateItem } from "@/data/uploads/uploads";
import { useUnsavedChanges } from "@/lib/browser/unsaved";
import { formatBytes } from "@/lib/text/format";
import { newUlid } from "@/lib/text/ulid";
import { DuplicateFile } from "@/parts/uploading/duplicate-file";
import { UploadError } from "@/parts/uploading/sending/errors";
import type { UploadKind } from "@/parts/uploading/sending/run";
import { type FileProgress, type UploadAttempt, uploadFile } from "@/parts/uploading/sending/upload-file";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { LoadError } from "@/ui/feedback/load-error";
import { ProgressBar } from "@/ui/feedback/progress-bar";
import { SkeletonText } from "@/ui/feedback/skeleton";
import { toast } from "@/ui/feedback/toast";
import { DropZone } from "@/ui/form/drop-zone";
import { Dialog } from "@/ui/overlay/dialog";

const FAILED = "The file was not replaced.";

function replacementOf(entry: ContentDetail, onConflict: () => void): UploadKind<undefined> {
  return {
    async create(file, _fields, signal) {
      try {
        return await createReplacementUpload(entry, { ...file, version: entry.version }, signal);
      } catch (error) {
        if (error instanceof ApiProblem && error.code === "conflict") onConflict();
        throw error;
      }
    },
    contentType: entry.kind === "audio" ? "" : "application/pdf",
    isMultipart: entry.kind === "audio",
    detectsDuplicates: true,
    resultIdOf: (upload) => upload.noteId ?? upload.audioId,
    onPublished: () => undefined,
    texts: { done: "The file was replaced.", failed: FAILED, rejected: "The file was not accepted." },
  };
}

const staysOf = ({ kind }: ContentEntry) =>
  kind === "audio" ? "Likes, links and places in playlists stay." : "Likes, links and places in My Notes stay.";

type Sending = { file: File; progress: FileProgress; isPaused?: boolean };

/** Items that already have the same file, and a callback to reuse the file of one. */
type Known = { duplicates: readonly DuplicateItem[]; use: (source: DuplicateItem) => void };

/** Reason of the failure; `again` sends the file again. */
type Problem = { text: string; again?: (() => void) | undefined; button?: string };

/**
 * Dialog to replace the file of an item. Uploads the file and waits until it is published. Closing the dialog cancels
 * the upload. A file that another administrator replaced after the dialog opened is replaced only after a confirmation.
 */
export function ReplaceDialog({ entry, onClose }: { entry: ContentEntry; onClose: () => void }) {
  const detail = useQuery({ ...contentDetailQuery(entry), refetchOnWindowFocus: false });
  // A refetch must not replace the version that the administrator saw.
  const [shown, setShown] = useState<ContentDetail>();
  if (shown === undefined && detail.data !== undefined) setShown(detail.data);
  const [sending, setSending] = useState<Sending>();
  const [known, setKnown] = useState<Known>();
  const [problem, setProblem] = useState<Problem>();
  const stop = useRef<AbortController>(undefined);
  const refresh = useRefreshContent();
  const markSaved = useUnsavedChanges(sending !== undefined || problem?.again !== undefined);
  useEffect(() => () => stop.current?.abort(new Error("closed")), []);

  /** Shows the items that have the same file. Resolves when the administrator chooses one. */
  function whichToUse(duplicates: readonly DuplicateItem[], signal: AbortSignal): Promise<DuplicateItem> {
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      setKnown({
        duplicates,
        use(source) {
          setKnown(undefined);
          resolve(source);
        },
      });
    });
  }

  async function send(opened: ContentDetail, file: File, upload: UploadAttempt = { id: newUlid(), attempt: 1 }) {
    setProblem(undefined);
    const [failing] = await validateWithRules(({ validateAudioFile, validateNoteFile }) =>
      (entry.kind === "audio" ? validateAudioFile : validateNoteFile)(file.name, file.type, file.size),
    );
    if (failing) {
      setProblem({ text: failing.message });
      return;
    }
    const controller = new AbortController();
    stop.current = controller;
    setSending({ file, progress: 0 });
    let isOutdated = false;
    try {
      await uploadFile(
        file,
        undefined,
        replacementOf(opened, () => {
          isOutdated = true;
        }),
        (progress) => setSending({ file, progress }),
        controller.signal,
        {
          upload,
          onPaused: (isPaused) => setSending({ file, progress: 0, isPaused }),
          onKnown: (duplicates) => whichToUse(duplicates, controller.signal),
        },
      );
      await refresh();
      toast(`“${entry.title}” has its new file.`);
      markSaved();
      onClose();
    } catch (error) {
      if (controller.signal.aborted) return;
      if (!(error instanceof UploadError)) console.error("The file was not replaced.", error);
      const reread = isOutdated ? await detail.refetch() : undefined;
      // After a failure, the query returns its former data.
      const latest = reread?.isSuccess ? reread.data : undefined;
      if (controller.signal.aborted) return;
      setSending(undefined);
      if (latest) {
        setShown(latest);
        setProblem({
          text: `${FAILED} Another administrator changed this item after you opened it. Its file is now “${latest.fileName}”.`,
          button: "Replace anyway",
          again: () => void send(latest, file),
        });
        return;
      }
      const { message, retry } =
        error instanceof UploadError ? error : { message: "Press Retry to send it again.", retry: "send" as const };
      // With the same id, the server continues the upload. A rejected file needs a new upload.
      const next = retry === "send" ? { id: upload.id, attempt: upload.attempt + 1 } : undefined;
      setProblem({
        text: `${FAILED} ${message}`,
        again: retry === "none" ? undefined : () => void send(opened, file, next),
      });
    }
  }

  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`Replace the file of “${entry.title}”`}
      description={`${staysOf(entry)} “${(shown ?? entry).fileName}” goes to the trash for 30 days.`}
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      {sending ? (
        <div className="mt-4" role="status">
          <p className="truncate-1 mb-2" title={sending.file.name}>
            {sending.file.name} · {formatBytes(sending.file.size)}
            {sending.progress === undefined && " · Processing: the server is checking the file"}
            {sending.isPaused && " · Paused: can't reach Note Ninja. It continues when the connection is back."}
          </p>
          {!known && <ProgressBar value={sending.progress} label={`Upload of ${sending.file.name}`} />}
        </div>
      ) : shown ? (
        <div className="mt-4">
          <DropZone
            label={entry.kind === "audio" ? "Drop an audio file here or" : "Drop a PDF here or"}
            accept={
              entry.kind === "audio" ? "audio/*,.mp3,.m4a,.aac,.ogg,.oga,.opus,.wav,.flac" : "application/pdf,.pdf"
            }
            onFiles={(files) => {
              if (files[0]) void send(shown, files[0]);
            }}
          />
        </div>
      ) : detail.isError ? (
        <LoadError variant="banner" error={detail.error} className="mt-4" onRetry={detail.refetch}>
          {problemDetail(detail.error)}
        </LoadError>
      ) : (
        <div className="mt-4" role="status" aria-label="Loading...">
          <SkeletonText lines={2} />
        </div>
      )}
      {known && <DuplicateFile phase={{ kind: "known", duplicates: known.duplicates }} onReuse={known.use} />}
      {problem && (
        <Banner
          kind="bad"
          className="mt-4"
          action={
            problem.again && (
              <Button size="sm" onClick={problem.again}>
                {problem.button ?? "Retry"}
              </Button>
            )
          }
        >
          {problem.text}
        </Banner>
      )}
    </Dialog>
  );
}
