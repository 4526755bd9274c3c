import "./player.css";
import { useLayoutEffect } from "react";
import { usePlayerSelector } from "@/player/player";
import { PlayerBar } from "./bar";
import { CompactPlayerBar } from "./compact-bar";
import { useLoadChapters } from "./controls/chapters";
import { useShortcuts } from "./controls/shortcuts";
import { ShortcutsSheet } from "./controls/shortcuts-sheet";
import { useLayout } from "./layout";
import { type PlayerSlots, PlayerViewProvider, usePlayerView } from "./player-view";
import { QueuePanel } from "./queue/queue-panel";
import { PlayerSheet } from "./sheet";

interface PlayerUiProps {
  uid: string;
  slots: PlayerSlots;
}

/** User interface of the player, which survives navigation. */
export function PlayerUi({ uid, slots }: PlayerUiProps) {
  return (
    <PlayerViewProvider key={uid} uid={uid} slots={slots}>
      <Player />
    </PlayerViewProvider>
  );
}

/** Sets a data attribute for the style sheets, so that the page and toasts leave room for the player. */
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
  const track = usePlayerSelector((state) => state.currentAudio);
  const layout = useLayout();
  const { isQueueOpen, isSheetOpen } = usePlayerView();
  useShortcuts();
  useLoadChapters();
  const isCompact = layout === "compact";
  useMark(track && (isCompact ? (isSheetOpen ? "sheet" : "compact") : "bar"));
  return (
    <>
      {track && !isCompact && isQueueOpen && <QueuePanel />}
      {track && (isCompact ? <CompactPlayerBar track={track} /> : <PlayerBar track={track} layout={layout} />)}
      {track && isCompact && <PlayerSheet track={track} />}
      <div role="status" className="sr-only">
        {track && `Now in the player: ${track.title}`}
      </div>
      <ShortcutsSheet />
    </>
  );
}
