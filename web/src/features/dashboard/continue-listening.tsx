import { useQuery } from "@tanstack/react-query";
import { Pause, Play } from "lucide-react";
import { useSyncExternalStore } from "react";
import { continueListeningQuery } from "@/data/positions/continue-listening";
import { displayCode } from "@/lib/urls/subjects";
import { type PlayableTrack, player, type QueueContext, usePlayerSelector } from "@/player/player";
import { resumePositions } from "@/player/store";
import { SectionHeading } from "@/ui/layout/section-head";
import { Artwork } from "@/ui/media/artwork";
import { type RecordingToResume, recordingsToResume, timeLeft } from "./recordings-to-resume";

const source: QueueContext = { kind: "listening", id: "listening", title: "Continue listening", href: "/" };

/** Recordings that the student has started on any device. Renders nothing if the list is empty. */
export function ContinueListening() {
  const listening = useQuery(continueListeningQuery);
  const heard = useSyncExternalStore(resumePositions.watch, resumePositions.get);
  const current = usePlayerSelector((state) => state.currentAudio);
  const begun = recordingsToResume(listening.data ?? [], heard, current);
  if (begun.length === 0) return null;
  const tracks = begun.map(({ track }) => track);
  return (
    <section aria-labelledby="continue-listening">
      <SectionHeading id="continue-listening" title="Continue listening" />
      <ul className="dashboard-in-progress">
        {begun.map((each, index) => (
          <Card key={each.track.id} begun={each} tracks={tracks} index={index} />
        ))}
      </ul>
    </section>
  );
}

function Card({ begun, tracks, index }: { begun: RecordingToResume; tracks: readonly PlayableTrack[]; index: number }) {
  const { track, positionSecs } = begun;
  const state = usePlayerSelector(({ currentAudio, isPlaying, isLoading }) =>
    currentAudio?.id !== track.id ? "other" : isPlaying || isLoading ? "playing" : "paused",
  );
  const left = timeLeft(track.durationSecs, positionSecs);
  const part = track.durationSecs ? Math.min(1, positionSecs / track.durationSecs) : undefined;
  const isPlaying = state === "playing";
  return (
    <li className="card">
      <Artwork key={track.id} subject={track.subject} url={track.artworkUrl} />
      <div className="min-w-0">
        <button
          type="button"
          className="truncate-2 stretched"
          title={track.title}
          aria-label={`${isPlaying ? "Pause" : "Continue"} ${track.title}${left ? `, ${left}` : ""}`}
          onClick={() => (state === "other" ? player.playList(tracks, index, source) : player.toggle())}
        >
          {track.title}
        </button>
        <p className="hint truncate-1 tabular-nums">{[left, displayCode(track.subject)].filter(Boolean).join(" · ")}</p>
      </div>
      <span className="go" aria-hidden="true">
        {isPlaying ? <Pause /> : <Play />}
      </span>
      {part !== undefined && (
        <span className="heard-bar" aria-hidden="true">
          <i style={{ width: `${part * 100}%` }} />
        </span>
      )}
    </li>
  );
}
