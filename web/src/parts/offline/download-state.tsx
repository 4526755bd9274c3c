import { useQueryClient } from "@tanstack/react-query";
import { removeOfflineItem, setPaused } from "@/data/offline-files/service";
import type { OfflineItem } from "@/offline/files/items";
import { progressOf, useOfflineFiles } from "@/offline/files/offline-files";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { ProgressBar } from "@/ui/feedback/progress-bar";
import { toast } from "@/ui/feedback/toast";
import { downloadStateText } from "./offline-text";

/** Progress of an offline copy, announced when it completes or stops. */
export function DownloadState({ item }: { item: OfflineItem }) {
  const { files, isWaiting } = useOfflineFiles();
  const progress = progressOf(item, files);
  const text = downloadStateText(item, progress, isWaiting);
  const { isComplete } = progress;
  if (item.state === "stopped" && !isComplete) return <Banner kind="warn">{text}</Banner>;
  return (
    <div className="keeping-state">
      {!isComplete && (
        <ProgressBar label={`Keeping ${item.title}`} value={progress.downloadedBytes / Math.max(1, progress.bytes)} />
      )}
      <p className="hint tabular-nums" role={isComplete ? "status" : undefined}>
        {text}
      </p>
    </div>
  );
}

/** Buttons that pause, resume, retry and remove an offline copy. */
export function DownloadActions({ item, onRemoved }: { item: OfflineItem; onRemoved?: () => void }) {
  const queries = useQueryClient();
  const { files } = useOfflineFiles();
  const { isComplete } = progressOf(item, files);
  const run = (work: Promise<void>, then?: () => void) =>
    work.then(then, (error: unknown) => {
      console.warn("What is kept could not be changed.", error);
      toast("That could not be changed on this device. Try again.", { kind: "error" });
    });
  const isRunning = item.state === "wanted";
  return (
    <>
      {!isComplete && (
        <Button size="sm" onClick={() => void run(setPaused(queries, item.key, isRunning))}>
          {isRunning ? "Pause" : item.state === "paused" ? "Resume" : "Try again"}
        </Button>
      )}
      <Button
        size="sm"
        variant="danger-quiet"
        aria-label={`Remove ${item.title} from this device`}
        onClick={() => void run(removeOfflineItem(queries, item.key), onRemoved)}
      >
        Remove
      </Button>
    </>
  );
}
