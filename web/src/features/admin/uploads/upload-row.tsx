import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FileUp, RotateCw, X } from "lucide-react";
import { useRef } from "react";
import { Link } from "react-router";
import { problemText } from "@/api/problem";
import { invalidateInAllTabs } from "@/data/query/cross-tab-invalidation";
import { cancelUpload, publishUpload, retryUpload, type Upload, uploadKeys, willChange } from "@/data/uploads/uploads";
import { formatBytes, formatDay } from "@/lib/text/format";
import { collectionTitle, contentHref } from "@/lib/urls/collections";
import { reportSummary } from "@/parts/accessibility/findings";
import { AccessibilityFindings } from "@/parts/accessibility/report";
import type { ActiveUpload } from "@/parts/uploading/active-uploads";
import { getResumedUploads } from "@/parts/uploading/sending/resumed-uploads";
import { Button } from "@/ui/controls/button";
import { IconButton } from "@/ui/controls/icon-button";
import { ProgressBar } from "@/ui/feedback/progress-bar";
import { toast } from "@/ui/feedback/toast";
import type { UploadState } from "./upload-state";

/** Returns the path of the published item. */
function hrefOf({ noteId, audioId, place }: Upload): string | undefined {
  if (noteId) return contentHref({ kind: "note", id: noteId, place: "" });
  return audioId && place ? contentHref({ kind: "audio", id: audioId, place }) : undefined;
}

interface UploadRowProps {
  upload: Upload;
  /** State in this tab, if this tab sends the file. */
  live: ActiveUpload | undefined;
  state: UploadState;
}

/** Row of one upload with its state and actions. */
export function UploadRow({ upload, live, state }: UploadRowProps) {
  const { id, title, fileName, sizeBytes, place, createdAt, status } = upload;
  const queries = useQueryClient();
  const refresh = () => invalidateInAllTabs(queries, uploadKeys.mine);
  const retry = useMutation({
    mutationFn: () => retryUpload(id),
    onError: (error) => toast(`“${title}” could not be rechecked. ${problemText(error)}`, { kind: "error" }),
    onSettled: refresh,
  });
  const publish = useMutation({
    mutationFn: () => publishUpload(id),
    onError: (error) => toast(`“${title}” could not be published. ${problemText(error)}`, { kind: "error" }),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: async () => {
      // Stopping an upload of this tab also deletes it from the server.
      if (live && status !== "ready") live.cancel();
      else await cancelUpload(id);
    },
    onError: (error) =>
      toast(`“${title}” could not be removed from the list. ${problemText(error)}`, { kind: "error" }),
    onSettled: refresh,
  });
  const href = hrefOf(upload);
  const isBusy = retry.isPending || publish.isPending || remove.isPending;
  const row = useRef<HTMLTableRowElement>(null);
  // The pressed button is disabled or removed, which would move the focus to the top of the page.
  const keepFocus = () => row.current?.focus();

  return (
    <tr ref={row} tabIndex={-1}>
      <td>
        {href ? (
          <Link className="title truncate-1" to={href} title={title}>
            {title}
          </Link>
        ) : (
          <span className="title truncate-1" title={title}>
            {title}
          </span>
        )}
        <span className="under truncate-1" title={fileName}>
          {place && <span className="narrow">{collectionTitle(place)} · </span>}
          {fileName}
        </span>
        {status === "review" && upload.accessibility && (
          <details>
            <summary>Accessibility: {reportSummary(upload.accessibility).toLowerCase()}</summary>
            <AccessibilityFindings report={upload.accessibility} />
          </details>
        )}
        <div className="narrow">
          <HowFar state={state} fileName={fileName} />
        </div>
      </td>
      <td className="wide place">{place && collectionTitle(place)}</td>
      <td className="wide size tabular-nums">
        {formatBytes(sizeBytes)}
        <span className="under">{formatDay(createdAt)}</span>
      </td>
      <td className="wide progress-cell">
        <HowFar state={state} fileName={fileName} />
      </td>
      <td className="restore">
        <span className="upload-acts">
          {upload.canRetry && (
            <Button
              size="sm"
              variant="quiet"
              icon={<RotateCw />}
              aria-label={`Retry ${title}`}
              busy={retry.isPending}
              disabled={isBusy}
              onClick={() => {
                retry.mutate();
                keepFocus();
              }}
            >
              Retry
            </Button>
          )}
          {status === "review" && (
            <Button
              size="sm"
              variant="quiet"
              aria-label={`Publish ${title}`}
              busy={publish.isPending}
              disabled={isBusy}
              onClick={() => {
                // If this tab sent the file, its upload form waits for this decision.
                if (live?.item.phase.kind === "review") live.publish();
                else publish.mutate();
                keepFocus();
              }}
            >
              Publish
            </Button>
          )}
          {state.isInterrupted && <ChooseAgain upload={upload} isDisabled={isBusy} onChosen={keepFocus} />}
          <IconButton
            size="sm"
            label={
              status === "waiting" || status === "review" || willChange(upload)
                ? `Cancel ${title}`
                : `Remove ${title} from the list`
            }
            title={status === "ready" || status === "failed" ? "Remove from list" : "Cancel"}
            icon={<X />}
            disabled={isBusy}
            onClick={() => remove.mutate()}
          />
        </span>
      </td>
    </tr>
  );
}

interface ChooseAgainProps {
  upload: Upload;
  isDisabled: boolean;
  onChosen: () => void;
}

/** Button to select the file of an interrupted upload again. Sends the missing parts. */
function ChooseAgain({ upload, isDisabled, onChosen }: ChooseAgainProps) {
  const { id, title, fileName } = upload;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        icon={<FileUp />}
        aria-label={`Choose file again: ${title}`}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      >
        Choose file again
      </Button>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={`${fileName}, to continue its upload`}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = "";
          if (!file) return;
          getResumedUploads().add([{ file, fields: undefined, id }]);
          onChosen();
        }}
      />
    </>
  );
}

function HowFar({ state, fileName }: { state: UploadState; fileName: string }) {
  return (
    <>
      <span className="upload-state" data-tone={state.tone}>
        {state.title}
      </span>
      {state.detail && <span className="under tabular-nums">{state.detail}</span>}
      {state.sent !== undefined && <ProgressBar value={state.sent} label={`Upload of ${fileName}`} />}
    </>
  );
}
