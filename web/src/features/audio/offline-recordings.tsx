import { useDurations } from "@/core/durations";
import { paths } from "@/lib/urls/paths";
import { useOfflineFiles } from "@/offline/files/offline-files";
import { offlineTracksAbout } from "@/parts/offline/offline-tracks";
import { PlayOfflineButton } from "@/parts/offline/play-offline";
import type { QueueContext } from "@/player/player";
import { SectionHeading } from "@/ui/layout/section-head";
import "./audio.css";

/** Section of a course page with the offline recordings about it. Renders nothing if the list is empty. */
export function OfflineRecordings({ code, display }: { code: string; display: string }) {
  const tracks = offlineTracksAbout(code, useOfflineFiles());
  const { clock } = useDurations();
  if (tracks.length === 0) return null;
  const source: QueueContext = { kind: "course", id: code, title: display, href: paths.notes(code) };
  return (
    <section aria-labelledby="kept-recordings">
      <SectionHeading id="kept-recordings" title="Audio notes on this device">
        <span className="count">{tracks.length}</span>
      </SectionHeading>
      <ul className="kept-recordings">
        {tracks.map(({ id, title, durationSecs }, index) => (
          <li key={id} className="card">
            <PlayOfflineButton title={title} tracks={tracks} index={index} source={source} />
            <span className="min-w-0 flex-1">{title}</span>
            <span className="hint tabular-nums">{clock(durationSecs)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
