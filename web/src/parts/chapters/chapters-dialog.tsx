import { useQuery } from "@tanstack/react-query";
import { waveformQuery } from "@/data/audio/audio";
import { chaptersOf } from "@/data/audio/chapters";
import { usePutChapters, useRemoveChapters } from "@/data/transcripts/transcripts";
import { TextFileDialog } from "../transcript/text-file-dialog";

interface ChaptersDialogProps {
  id: string;
  title: string;
  onClose: () => void;
}

/** Dialog to add, replace or remove the chapters of a recording. For administrators. */
export function ChaptersDialog({ id, title, onClose }: ChaptersDialogProps) {
  const { data: waveform } = useQuery(waveformQuery({ id }));
  const put = usePutChapters(id);
  const remove = useRemoveChapters(id);
  const count = chaptersOf(waveform).length;
  return (
    <TextFileDialog
      title={`Chapters of “${title}”`}
      description="Choose a WebVTT or SRT file with a time and a title for each chapter. Chapters in the audio file are read when it is uploaded."
      accept=".vtt,.srt,text/vtt,application/x-subrip"
      what="Chapters"
      put={(file) => put.mutateAsync(file)}
      remove={count > 0 ? () => remove.mutateAsync() : undefined}
      onClose={onClose}
    >
      {count > 0 && (
        <p className="sub">This audio note has {count} chapters. A file that you choose here replaces them.</p>
      )}
    </TextFileDialog>
  );
}
