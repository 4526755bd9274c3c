import { useQuery } from "@tanstack/react-query";
import { recordingQuery } from "@/data/audio/audio";
import { usePutTranscript, useRemoveTranscript } from "@/data/transcripts/transcripts";
import { TextFileDialog } from "./text-file-dialog";

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
  const hasTranscript = audio?.transcriptId !== undefined;
  return (
    <TextFileDialog
      title={`Transcript of “${title}”`}
      description="Choose a WebVTT, SRT or text file. WebVTT and SRT have times, so the transcript follows the voice."
      accept=".vtt,.srt,.txt,text/vtt,text/plain"
      what="Transcript"
      put={(file) => put.mutateAsync({ id, file })}
      remove={hasTranscript ? () => remove.mutateAsync(id) : undefined}
      onClose={onClose}
    >
      {hasTranscript && (
        <p className="sub">This audio note has a transcript. A file that you choose here replaces it.</p>
      )}
    </TextFileDialog>
  );
}
