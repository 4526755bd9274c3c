import { useQueryClient } from "@tanstack/react-query";
import { remove, setPaused } from "@/data/offline-files/service";
import type { OfflineItem } from "@/offline/files/items";
import { progressOf, useOfflineFiles } from "@/offline/files/list";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { ProgressBar } from "@/ui/feedback/progress-bar";
import { toast } from "@/ui/feedback/toast";
import { downloadStateText } from "./offline-text";

/** Progress of an offline copy, announced when it completes or stops. */
export function DownloadState({ thing }: { thing: OfflineItem }) {
  const { files, isWaiting } = useOfflineFiles();
  const progress = progressOf(thing, files);
  const text = downloadStateText(thing, progress, isWaiting);
  const { isComplete } = progress;
  if (thing.state === "stopped" && !isComplete) return <Banner kind="warn">{text}</Banner>;
  return (
    <div className="keeping-state">
      {!isComplete && (
        <ProgressBar label={`Keeping ${thing.title}`} value={progress.bytesHere / Math.max(1, progress.bytes)} />
      )}
      <p className="hint tabular-nums" role={isComplete ? "status" : undefined}>
        {text}
      </p>
    </div>
  );
}

/** Buttons that pause, resume, retry and remove an offline copy. */
export function DownloadActions({ thing, onRemoved }: { thing: OfflineItem; onRemoved?: () => void }) {
  const queries = useQueryClient();
  const { files } = useOfflineFiles();
  const { isComplete } = progressOf(thing, files);
  const run = (work: Promise<void>, then?: () => void) =>
    work.then(then, (error: unknown) => {
      console.warn("What is kept could not be changed.", error);
      toast("That could not be changed on this device. Try again.", { kind: "error" });
    });
  const isRunning = thing.state === "wanted";
  return (
    <>
      {!isComplete && (
        <Button size="sm" onClick={() => void run(setPaused(queries, thing.key, isRunning))}>
          {isRunning ? "Pause" : thing.state === "paused" ? "Resume" : "Try again"}
        </Button>
      )}
      <Button
        size="sm"
        variant="danger-quiet"
        aria-label={`Remove ${thing.title} from this device`}
        onClick={() => void run(remove(queries, thing.key), onRemoved)}
      >
        Remove
      </Button>
    </>
  );
}
