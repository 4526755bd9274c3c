import "./transcript.css";
import { useQuery } from "@tanstack/react-query";
import { AArrowDown, AArrowUp, ChevronDown, ChevronUp, Copy, LocateFixed, Search } from "lucide-react";
import { useMemo, useState } from "react";
import type { AudioNote } from "@/api/models";
import { problemDetail } from "@/api/problem";
import { useDurations } from "@/core/durations";
import { type Transcript as TranscriptData, transcriptQuery } from "@/data/transcripts/transcripts";
import { cn } from "@/lib/text/cn";
import { player, usePlayerSelector } from "@/player/player";
import { useSession } from "@/session/session";
import { Button } from "@/ui/controls/button";
import { IconButton } from "@/ui/controls/icon-button";
import { LoadError } from "@/ui/feedback/load-error";
import { SkeletonText } from "@/ui/feedback/skeleton";
import { toast } from "@/ui/feedback/toast";
import { playFrom } from "../bookmarks/play-from";
import { asText, findLines, fold } from "./lines";
import { useTextSize } from "./text-sizes";
import { TranscriptList } from "./transcript-list";
import { useCurrentLine } from "./use-current-line";

/** Transcript of a recording. While the recording is playing, the list scrolls to the spoken line. */
export function Transcript({ audio, className }: { audio: AudioNote; className?: string }) {
  const { data, error, refetch } = useQuery(transcriptQuery(audio));
  if (data) return <Read key={audio.transcriptId} audio={audio} transcript={data} className={className} />;
  if (error) {
    return (
      <LoadError variant="banner" error={error} onRetry={refetch}>
        {problemDetail(error)}
      </LoadError>
    );
  }
  return (
    <div role="status" aria-label="Loading...">
      <SkeletonText lines={4} />
    </div>
  );
}

interface ReadProps {
  audio: AudioNote;
  transcript: TranscriptData;
  className: string | undefined;
}

function Read({ audio, transcript, className }: ReadProps) {
  const { clock } = useDurations();
  const uid = useSession().me?.uid ?? "";
  const text = useTextSize(uid);
  const current = useCurrentLine(audio.id, transcript);
  const [isFollowing, setFollowing] = useState(true);
  const find = useFind(transcript);
  const shown = useMemo(() => {
    if (find.index !== undefined) return { index: find.index, reason: "find" } as const;
    return isFollowing && current >= 0 ? ({ index: current, reason: "follow" } as const) : undefined;
  }, [find.index, isFollowing, current]);

  function follow() {
    find.close();
    setFollowing(true);
  }
  const isCurrent = usePlayerSelector((state) => state.currentAudio?.id === audio.id);
  function play(index: number) {
    const secs = (transcript.lines[index]?.[0] ?? 0) / 1000;
    if (isCurrent) {
      player.seek(secs);
      player.resume();
    } else {
      playFrom(audio, secs);
    }
    follow();
  }
  function copy() {
    navigator.clipboard.writeText(asText(transcript.lines, transcript.timed, clock)).then(
      () => toast("Transcript copied."),
      () => toast("The transcript could not be copied.", { kind: "error" }),
    );
  }

  return (
    <div className={cn("transcript", className)}>
      <div className="transcript-tools">
        <div className="transcript-find">
          <Search aria-hidden="true" />
          <input
            className="input"
            type="search"
            aria-label="Find in the transcript"
            placeholder="Find"
            autoComplete="off"
            value={find.words}
            onChange={(event) => find.setWords(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              find.step(event.shiftKey ? -1 : 1);
            }}
          />
        </div>
        {find.words.trim() !== "" && (
          <>
            <span className="transcript-count tabular-nums" role="status">
              {find.text}
            </span>
            <IconButton
              label="Previous match"
              icon={<ChevronUp />}
              disabled={find.count === 0}
              onClick={() => find.step(-1)}
            />
            <IconButton
              label="Next match"
              icon={<ChevronDown />}
              disabled={find.count === 0}
              onClick={() => find.step(1)}
            />
          </>
        )}
        <div className="transcript-sizes">
          <IconButton
            label="Smaller text"
            icon={<AArrowDown />}
            disabled={text.isSmallest}
            onClick={() => text.step(-1)}
          />
          <IconButton label="Larger text" icon={<AArrowUp />} disabled={text.isLargest} onClick={() => text.step(1)} />
          <IconButton label="Copy the transcript" icon={<Copy />} onClick={copy} />
        </div>
      </div>
      <TranscriptList
        transcript={transcript}
        current={current}
        shown={shown}
        words={find.words.trim()}
        size={text.size}
        onPlay={transcript.timed ? play : undefined}
        onScrolled={() => {
          find.pause();
          setFollowing(false);
        }}
      />
      {current >= 0 && shown?.reason !== "follow" && (
        <Button size="sm" className="transcript-follow" icon={<LocateFixed />} onClick={follow}>
          Follow the voice
        </Button>
      )}
    </div>
  );
}

/**
 * Returns the state of the search within the transcript. `index` is the line to show, if the user has not scrolled
 * away.
 */
function useFind({ lines }: TranscriptData) {
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const [isShown, setShown] = useState(false);
  const isSearching = words.trim() !== "";
  // Folding thousands of lines takes some milliseconds, so it waits for the first search.
  const folded = useMemo(() => (isSearching ? lines.map((line) => fold(line[2])) : []), [lines, isSearching]);
  const found = useMemo(() => findLines(folded, words), [folded, words]);
  const count = found.length;
  return {
    words,
    count,
    text: count === 0 ? "No match" : `${at + 1} of ${count}`,
    index: isShown && isSearching ? found[at] : undefined,
    setWords(next: string) {
      setWords(next);
      setAt(0);
      setShown(true);
    },
    step(by: 1 | -1) {
      if (count > 0) setAt((at + by + count) % count);
      setShown(true);
    },
    pause: () => setShown(false),
    close() {
      setWords("");
      setShown(false);
    },
  };
}
