import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronFirst, ChevronLast } from "lucide-react";
import { useEffect, useRef } from "react";
import { waveformQuery } from "@/data/audio/audio";
import { chaptersOf } from "@/data/audio/chapters";
import { player, usePlayerSelector } from "@/player/player";
import { IconButton } from "@/ui/controls/icon-button";
import type { MenuItem } from "@/ui/overlay/menu";

/**
 * Returns the query of the current track's waveform. The file that plays may be newer than the track in the list, so the
 * version of its URL takes precedence.
 */
export function useCurrentWaveform() {
  const track = usePlayerSelector((state) => state.currentAudio);
  const playedVersion = usePlayerSelector((state) => state.waveformVersion);
  return waveformQuery({ id: track?.id ?? "", waveformVersion: playedVersion || track?.waveformVersion });
}

/**
 * Gives the player the chapters and the silences of the current track. They are requested only during playback: the
 * student may never play a restored queue.
 */
export function useLoadChapters(): void {
  const id = usePlayerSelector((state) => state.currentAudio?.id);
  const waveform = useCurrentWaveform();
  const isPlaying = usePlayerSelector((state) => state.isPlaying);
  const { data } = useQuery({
    ...waveform,
    enabled: id !== undefined && isPlaying,
    // Playback does not need the chapters.
    retry: false,
  });
  useEffect(() => {
    if (id === undefined || !data) return;
    player.setChapters(id, chaptersOf(data));
    player.setSilences(id, data.silences ?? []);
  }, [id, data]);
}

export function useHasChapters(): boolean {
  return usePlayerSelector((state) => state.chapters.length > 0);
}

/** Title of the current chapter, which opens the list of chapters, between buttons for the previous and the next one. */
export function ChapterControls({ onList }: { onList: () => void }) {
  const chapters = usePlayerSelector((state) => state.chapters);
  const index = usePlayerSelector((state) => state.chapter);
  const list = useRef<HTMLButtonElement>(null);
  if (chapters.length === 0) return null;
  const title = chapters[index]?.title ?? "Chapters";
  return (
    <div className="sheet-chapter">
      <IconButton
        label="Previous chapter"
        icon={<ChevronFirst />}
        disabled={index < 0}
        onClick={() => player.previousChapter()}
      />
      <button
        ref={list}
        type="button"
        className="sheet-chapter-title"
        aria-label={`${title}, show all chapters`}
        onClick={onList}
      >
        <span className="truncate-1">{title}</span>
        <ChevronDown aria-hidden="true" />
      </button>
      <IconButton
        label="Next chapter"
        icon={<ChevronLast />}
        disabled={index === chapters.length - 1}
        onClick={() => {
          // In the last chapter this button is disabled and would lose the focus.
          if (index === chapters.length - 2) list.current?.focus();
          player.nextChapter();
        }}
      />
    </div>
  );
}

/** Marks on the waveform where chapters begin. */
export function ChapterMarks({ durationSecs }: { durationSecs: number | undefined }) {
  const chapters = usePlayerSelector((state) => state.chapters);
  if (durationSecs === undefined) return null;
  return (
    <span className="chapter-marks" aria-hidden="true">
      {chapters
        .filter(({ startMs }) => startMs > 0)
        .map(({ startMs }) => (
          <i key={startMs} style={{ left: `${Math.min(100, startMs / durationSecs / 10)}%` }} />
        ))}
    </span>
  );
}

/** Returns the menu item with the chapters, if there are any. */
export function useChapterItems(): MenuItem[] {
  const chapters = usePlayerSelector((state) => state.chapters);
  const index = usePlayerSelector((state) => state.chapter);
  if (chapters.length === 0) return [];
  return [
    {
      label: "Chapters",
      icon: <ChevronLast />,
      items: [
        { label: "Previous chapter", disabled: index < 0, onSelect: () => player.previousChapter() },
        { label: "Next chapter", disabled: index === chapters.length - 1, onSelect: () => player.nextChapter() },
        "separator",
        {
          name: "Chapters",
          value: String(index),
          options: chapters.map(({ title }, place) => ({ value: String(place), label: title })),
          onChoose: (value) => player.seek((chapters[Number(value)]?.startMs ?? 0) / 1000),
        },
      ],
    },
  ];
}
