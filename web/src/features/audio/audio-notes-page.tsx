import { AudioLines } from "lucide-react";
import { usePageTitle } from "@/lib/page-title";
import { paths } from "@/lib/paths";
import { LinkButton } from "@/ui/button";
import { StateView } from "@/ui/state-view";
import "./audio.css";

/** Note Ninja Radio: the public shelf of audio notes. */
export function AudioNotesPage() {
  usePageTitle("Note Ninja Radio");
  return (
    <>
      <header className="audio-shelf">
        <span className="audio-art" aria-hidden="true">
          <AudioLines />
        </span>
        <div>
          <p className="audio-label">Public Playlist</p>
          <h1>Note Ninja Radio</h1>
          <p className="sub">For efficient review before exams</p>
          <p className="audio-meta">Note Ninja · 0 episodes · about 0 min</p>
        </div>
      </header>
      <StateView
        icon={<AudioLines />}
        title="No Audio Notes Yet"
        body="There is nothing to listen to yet. Until then the written notes are one step away."
        action={<LinkButton to={paths.browse()}>Browse & Discover</LinkButton>}
      />
    </>
  );
}
