import { Check, RotateCw, X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Link } from "react-router";
import type { ContentKind } from "@/data/admin/admin";
import type { DuplicateItem } from "@/data/uploads/uploads";
import { cn } from "@/lib/text/cn";
import { formatBytes, formatTimeLeft } from "@/lib/text/format";
import { paths } from "@/lib/urls/paths";
import { Button } from "@/ui/controls/button";
import { IconButton } from "@/ui/controls/icon-button";
import { ProgressBar } from "@/ui/feedback/progress-bar";
import { DuplicateFile, newestDuplicate } from "./duplicate-file";
import { ReviewFile } from "./review-file";
import { hasUnfinishedUploads, queueTotals, type UploadItem, type UploadQueue } from "./sending/queue";
import type { UploadTexts } from "./sending/run";
import { failedText } from "./sending/upload-summary";
import { SuggestedTitle } from "./suggested-title";
import "./uploading.css";

interface RowProps {
  texts: UploadTexts;
  icon: ReactNode;
  onRemove: (id: string) => void;
  onRetry: (id: string) => void;
  onLink: (id: string, source: DuplicateItem) => void;
  onPublish: (id: string) => void;
  contentKind: ContentKind;
}

interface ListProps extends RowProps {
  queue: UploadQueue;
  isPaused: boolean;
  onRetryAll: () => void;
}

export function UploadList({ queue, isPaused, onRetryAll, ...row }: ListProps) {
  const { onRemove, onLink } = row;
  if (queue.length === 0) return null;
  const sum = queueTotals(queue);
  const known = queue.flatMap(({ id, phase }) =>
    phase.kind === "known" ? [{ id, source: newestDuplicate(phase) }] : [],
  );
  const failed = queue.filter(({ phase }) => phase.kind === "failed" && phase.retry !== "none");
  return (
    <>
      <ul aria-label="Uploads">
        {queue.map((item) => (
          <UploadRow key={item.id} item={item} {...row} />
        ))}
      </ul>
      <div className="upload-total">
        <span>
          {sum.done} of {queue.length} done · {formatBytes(sum.doneBytes)} of {formatBytes(sum.allBytes)}
        </span>
        {!hasUnfinishedUploads(queue) && known.length < 2 && (
          <Link className="link" to={paths.adminUploads()}>
            All uploads
          </Link>
        )}
        {known.length > 1 && (
          <button
            type="button"
            className="link"
            onClick={() => {
              for (const { id, source } of known) if (source) onLink(id, source);
            }}
          >
            Use all {known.length} that are here
          </button>
        )}
        {((isPaused && hasUnfinishedUploads(queue)) || failed.length > 1) && (
          <button type="button" className="link" onClick={onRetryAll}>
            Retry all
          </button>
        )}
        {hasUnfinishedUploads(queue) && queue.length > 1 && (
          <button
            type="button"
            className="link"
            onClick={() => {
              for (const { id, phase } of queue) if (phase.kind !== "ready") onRemove(id);
            }}
          >
            Cancel all
          </button>
        )}
      </div>
    </>
  );
}

function progressText(
  { phase, sizeBytes }: UploadItem,
  texts: Pick<UploadTexts, "done" | "failed" | "rejectedForGood">,
): string {
  const size = formatBytes(sizeBytes);
  switch (phase.kind) {
    case "waiting":
      return `${size} · Waiting`;
    case "paused":
      return `${size} · Paused`;
    case "reading":
      return `${size} · Reading ${Math.round((100 * phase.readBytes) / sizeBytes)}%`;
    case "known":
      return `${size} · Already here`;
    case "sending": {
      const left = (sizeBytes - phase.sentBytes) / phase.bytesPerSec;
      const percent = Math.round((100 * phase.sentBytes) / sizeBytes);
      if (phase.sentBytes >= sizeBytes) return `${size} of ${size} · 100%`;
      const parts = [`${formatBytes(phase.sentBytes)} of ${size}`, `${percent}%`, formatTimeLeft(left)];
      return parts.filter(Boolean).join(" · ");
    }
    case "processing":
      return `${size} · Processing: the server is checking the file`;
    case "review":
      return `${size} · Checked, not published yet`;
    case "ready":
      return texts.done;
    case "failed":
      return phase.isPublished ? phase.reason : `${failedText(texts, [phase])} ${phase.reason}`;
  }
}

/** Returns the value of the progress bar from 0 to 1, or `undefined` if the progress is unknown. */
function filled({ phase, sizeBytes }: UploadItem): number | undefined {
  if (phase.kind === "sending") return phase.sentBytes / sizeBytes;
  return phase.kind === "processing" ? undefined : 0;
}

const STILL: readonly UploadItem["phase"]["kind"][] = ["known", "review", "ready", "failed"];

function UploadRow({
  item,
  texts,
  icon,
  onRemove,
  onRetry,
  onLink,
  onPublish,
  contentKind,
}: RowProps & { item: UploadItem }) {
  const { phase, fileName, id } = item;
  const isStill = STILL.includes(phase.kind);
  const row = useRef<HTMLLIElement>(null);
  return (
    <li ref={row} tabIndex={-1} className="upload">
      <span className="file-icon" aria-hidden="true">
        {icon}
      </span>
      <div className="min-w-0">
        <p className="n truncate-1" title={fileName}>
          {fileName}
        </p>
        {!isStill && <ProgressBar value={filled(item)} label={`Upload of ${fileName}`} />}
        <p
          className={cn("m", phase.kind === "failed" ? "bad" : "truncate-1", phase.kind === "ready" && "ok")}
          role={phase.kind === "failed" ? "alert" : undefined}
        >
          {progressText(item, texts)}
        </p>
        {phase.kind === "known" && <DuplicateFile phase={phase} onReuse={(source) => onLink(id, source)} />}
        {phase.kind === "review" && (
          <ReviewFile
            phase={phase}
            fileName={fileName}
            onPublish={() => {
              // The pressed button is removed, which would move the focus to the top of the page.
              row.current?.focus();
              onPublish(id);
            }}
          />
        )}
        {phase.kind === "ready" && phase.published && (
          <SuggestedTitle content={{ kind: contentKind, id: phase.resultId }} published={phase.published} />
        )}
      </div>
      <div className="actions">
        {phase.kind === "failed" && phase.retry !== "none" && (
          <Button size="sm" icon={<RotateCw />} onClick={() => onRetry(id)}>
            Retry
          </Button>
        )}
        {phase.kind === "ready" ? (
          <IconButton
            size="sm"
            label={`Done: ${fileName}. Remove from list`}
            icon={<Check />}
            onClick={() => onRemove(id)}
          />
        ) : (
          <IconButton
            size="sm"
            label={phase.kind === "failed" ? `Remove ${fileName}` : `Cancel upload of ${fileName}`}
            icon={<X />}
            onClick={() => onRemove(id)}
          />
        )}
      </div>
    </li>
  );
}
