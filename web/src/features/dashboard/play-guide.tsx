import { useQueryClient } from "@tanstack/react-query";
import { Pause, Play } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { courseAudioQuery } from "@/data/audio/course-audio";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { player, usePlayerSelector } from "@/player/player";
import { Spinner } from "@/ui/feedback/spinner";
import { toast } from "@/ui/feedback/toast";

/** Button that plays the recordings about a course, or opens its notes if the course has no recordings. */
export function PlayCourseButton({ code }: { code: string }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const state = usePlayerSelector(({ source, isPlaying, isLoading }) =>
    source?.kind !== "course" || source.id !== code ? "other" : isPlaying || isLoading ? "playing" : "paused",
  );
  const audio = courseAudioQuery(code);

  /** Loads the first track before the click, because phones start playback only during a user gesture. */
  function prepare() {
    void queries.fetchQuery(audio).then(
      (tracks) => player.prefetch(tracks.slice(0, 1).map((track) => track.id)),
      () => undefined,
    );
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per card; the other values are stable
  useEffect(() => {
    // Devices without hover have no event before the tap.
    if (window.matchMedia?.("(hover: none)").matches) prepare();
  }, [code]);

  async function play() {
    if (state !== "other") return player.toggle();
    setBusy(true);
    try {
      const tracks = await queries.ensureQueryData(audio);
      if (tracks.length === 0) await navigate(paths.notes(code));
      else player.playList(tracks, 0, { kind: "course", id: code, title: displayCode(code), href: paths.notes(code) });
    } catch (error) {
      console.warn(`The audio notes about ${code} could not be loaded.`, error);
      toast("Could not load the audio notes. Please try again.", { kind: "error", error });
    } finally {
      setBusy(false);
    }
  }

  return (
    <button
      type="button"
      className="playb"
      aria-label={`${state === "playing" ? "Pause" : "Play"} audio for ${displayCode(code)}`}
      aria-busy={isBusy}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => void play()}
    >
      {isBusy ? <Spinner /> : state === "playing" ? <Pause /> : <Play />}
    </button>
  );
}
