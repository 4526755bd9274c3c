import "./player.css";
import { useLayoutEffect } from "react";
import { usePlayerPart } from "@/player/player";
import { Bar } from "./bar";
import { CompactBar } from "./compact";
import { useShortcuts } from "./controls/shortcuts";
import { ShortcutsSheet } from "./controls/shortcuts-sheet";
import { useLayout } from "./layout";
import { QueuePanel } from "./queue/queue-panel";
import { Sheet } from "./sheet";
import { type PlayerSlots, PlayerViewProvider, usePlayerView } from "./view";

interface PlayerUiProps {
  /** The person who listens. */
  uid: string;
  slots: PlayerSlots;
}

/** Everything that is seen of the player. It stays while pages come and go. */
export function PlayerUi({ uid, slots }: PlayerUiProps) {
  return (
    <PlayerViewProvider key={uid} uid={uid} slots={slots}>
      <Player />
    </PlayerViewProvider>
  );
}

/** Tells the style sheets what is on the screen, so that the page and its toasts keep clear of it. */
function useMark(shown: "bar" | "compact" | "sheet" | undefined) {
  useLayoutEffect(() => {
    if (shown === undefined) return undefined;
    document.documentElement.dataset.player = shown;
    return () => {
      delete document.documentElement.dataset.player;
    };
  }, [shown]);
}

function Player() {
  const track = usePlayerPart((state) => state.currentAudio);
  const layout = useLayout();
  const { isQueueOpen, isSheetOpen } = usePlayerView();
  useShortcuts();
  const isCompact = layout === "compact";
  useMark(track && (isCompact ? (isSheetOpen ? "sheet" : "compact") : "bar"));
  return (
    <>
      {track && !isCompact && isQueueOpen && <QueuePanel />}
      {track && (isCompact ? <CompactBar track={track} /> : <Bar track={track} layout={layout} />)}
      {track && isCompact && <Sheet track={track} />}
      <div role="status" className="sr-only">
        {track && `Now in the player: ${track.title}`}
      </div>
      <ShortcutsSheet />
    </>
  );
}
