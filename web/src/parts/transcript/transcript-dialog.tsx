import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { problemDetail } from "@/api/problem";
import { TRANSCRIPT_MAX_BYTES } from "@/core/limits";
import { recordingQuery } from "@/data/audio/audio";
import { usePutTranscript, useRemoveTranscript } from "@/data/transcripts/transcripts";
import { formatBytes } from "@/lib/text/format";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { toast } from "@/ui/feedback/toast";
import { DropZone } from "@/ui/form/drop-zone";
import { Dialog } from "@/ui/overlay/dialog";

interface TranscriptDialogProps {
  id: string;
  title: string;
  onClose: () => void;
}

/** Dialog to add, replace or remove the transcript of a recording. For administrators. */
export function TranscriptDialog({ id, title, onClose }: TranscriptDialogProps) {
  const { data: audio } = useQuery(recordingQuery(id));
  const put = usePutTranscript();
  const remove = useRemoveTranscript();
  const [problem, setProblem] = useState<string>();
  const isBusy = put.isPending || remove.isPending;
  const hasTranscript = audio?.transcriptId !== undefined;

  const finish = (text: string) => ({
    onSuccess: () => {
      toast(text);
      onClose();
    },
    onError: (error: unknown) => setProblem(problemDetail(error)),
  });
  function send([file]: File[]) {
    if (!file) return;
    setProblem(undefined);
    if (file.size > TRANSCRIPT_MAX_BYTES) {
      setProblem(`“${file.name}” is too large. The limit is ${formatBytes(TRANSCRIPT_MAX_BYTES)}.`);
      return;
    }
    put.mutate({ id, file }, finish("Transcript saved."));
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Transcript of “${title}”`}
      description="Choose a WebVTT, SRT or text file. WebVTT and SRT have times, so the transcript follows the voice."
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Close
          </Button>
          {hasTranscript && (
            <Button
              variant="danger-quiet"
              disabled={isBusy}
              onClick={() => {
                setProblem(undefined);
                remove.mutate(id, finish("Transcript removed."));
              }}
            >
              Remove the transcript
            </Button>
          )}
        </>
      }
    >
      <div className="mt-4 grid gap-4">
        {hasTranscript && (
          <p className="sub">This audio note has a transcript. A file that you choose here replaces it.</p>
        )}
        <DropZone
          multiple={false}
          accept=".vtt,.srt,.txt,text/vtt,text/plain"
          label="Drop a file here or"
          chooseLabel="choose a file"
          disabled={isBusy}
          onFiles={send}
        />
        {put.isPending && <p role="status">Reading the file...</p>}
        {problem && <Banner kind="bad">{problem}</Banner>}
      </div>
    </Dialog>
  );
}
