import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { problemDetail, problemText } from "@/api/problem";
import { TRANSCRIPT_MAX_BYTES } from "@/core/limits";
import { recordingEntriesQuery } from "@/data/admin/admin";
import { usePutTranscript } from "@/data/transcripts/transcripts";
import { formatBytes } from "@/lib/text/format";
import { Button } from "@/ui/controls/button";
import { LoadError } from "@/ui/feedback/load-error";
import { SkeletonText } from "@/ui/feedback/skeleton";
import { DropZone } from "@/ui/form/drop-zone";
import { Dialog } from "@/ui/overlay/dialog";
import { type MatchedFile, matchTranscripts } from "./match-transcripts";

/** Result of sending one file. */
type Outcome = "saved" | { problem: string };

/** Dialog to add the transcripts of several recordings, which are found by the names of the files. */
export function TranscriptsDialog({ onClose }: { onClose: () => void }) {
  const recordings = useQuery(recordingEntriesQuery);
  const [files, setFiles] = useState<readonly MatchedFile[]>([]);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<File, Outcome>>(new Map());
  const [isSending, setSending] = useState(false);
  const put = usePutTranscript();
  const pending = files.filter(({ file, entry }) => entry && outcomes.get(file) !== "saved");

  async function send() {
    setSending(true);
    for (const { file, entry } of pending) {
      if (!entry) continue;
      let outcome: Outcome = "saved";
      if (file.size > TRANSCRIPT_MAX_BYTES) {
        outcome = { problem: `The file is too large. The limit is ${formatBytes(TRANSCRIPT_MAX_BYTES)}.` };
      } else {
        try {
          await put.mutateAsync({ id: entry.id, file });
        } catch (error) {
          outcome = { problem: problemText(error) };
        }
      }
      setOutcomes((before) => new Map(before).set(file, outcome));
    }
    setSending(false);
  }

  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Add transcripts"
      description="Choose WebVTT, SRT or text files with the file names or titles of their audio notes. A transcript that an audio note already has is replaced."
      actions={
        <>
          <Button disabled={isSending} onClick={onClose}>
            Close
          </Button>
          {pending.length > 0 && (
            <Button variant="primary" busy={isSending} onClick={() => void send()}>
              {pending.length === 1 ? "Add 1 transcript" : `Add ${pending.length} transcripts`}
            </Button>
          )}
        </>
      }
    >
      <div className="mt-4 grid gap-4">
        {recordings.isLoadingError ? (
          <LoadError variant="banner" error={recordings.error} onRetry={recordings.refetch}>
            {problemDetail(recordings.error)}
          </LoadError>
        ) : recordings.data ? (
          <DropZone
            accept=".vtt,.srt,.txt,text/vtt,text/plain"
            label="Drop files here or"
            disabled={isSending}
            onFiles={(chosen) => {
              setFiles(matchTranscripts(chosen, recordings.data));
              setOutcomes(new Map());
            }}
          />
        ) : (
          <div role="status" aria-label="Loading...">
            <SkeletonText lines={2} />
          </div>
        )}
        {files.length > 0 && (
          <table className="console-table transcript-files" aria-live="polite">
            <thead>
              <tr>
                <th>File</th>
                <th>Audio note</th>
              </tr>
            </thead>
            <tbody>
              {files.map((matched, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and their order never changes
                <FileRow key={index} matched={matched} outcome={outcomes.get(matched.file)} />
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Dialog>
  );
}

function FileRow({
  matched: { file, entry, problem },
  outcome,
}: {
  matched: MatchedFile;
  outcome: Outcome | undefined;
}) {
  const failure = typeof outcome === "object" ? outcome.problem : problem;
  return (
    <tr>
      <td>{file.name}</td>
      <td>
        {entry?.title}
        {outcome === "saved" && <span className="under">Saved</span>}
        {failure && <p className="field-error">{failure}</p>}
      </td>
    </tr>
  );
}
