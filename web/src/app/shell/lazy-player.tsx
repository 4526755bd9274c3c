import { useEffect } from "react";
import { PLAYLIST_ITEMS_MAX } from "@/core/limits";
import type { PlayerSlots } from "@/features/player/player-view";
import { AddToPlaylist } from "@/parts/add-to-playlist/add-to-playlist";
import { ConnectedLikeButton } from "@/parts/likes/item-like-button";
import { recordListened } from "@/parts/recent-listening";
import { usePlayerLifecycle, usePlayerSelector } from "@/player/player";
import { useSession } from "@/session/session";
import { lazyComponent, lazyDialog } from "@/ui/feedback/lazy";

const PlayerUi = lazyComponent(async () => (await import("./deferred-shell")).deferredShell.PlayerUi, {
  failure: "banner",
});

const CreatePlaylistDialog = lazyDialog(
  async () => (await import("@/parts/add-to-playlist/create-playlist-dialog")).CreatePlaylistDialog,
);

/** Connects the player to likes and playlists, so that the features do not import each other. */
const slots: PlayerSlots = {
  like: (track) => <ConnectedLikeButton kind="audio" id={track.id} />,
  addToPlaylist: (track) => <AddToPlaylist audio={track} side="top" />,
  saveAsPlaylist: (tracks, onDone) => (
    <CreatePlaylistDialog audio={tracks.slice(0, PLAYLIST_ITEMS_MAX)} queueLength={tracks.length} onClose={onDone} />
  ),
};

/** Records played recordings on this device for the queue and for recommendations. */
function useRememberListened(uid: string | undefined): void {
  const heard = usePlayerSelector((state) => (state.isPlaying ? state.currentAudio : undefined));
  useEffect(() => {
    if (uid !== undefined && heard) recordListened(uid, heard);
  }, [uid, heard]);
}

/** Player of the signed-in user. It is part of the frame and survives navigation. */
export function LazyPlayer() {
  const { me } = useSession();
  usePlayerLifecycle();
  useRememberListened(me?.uid);
  if (!me) return null;
  return <PlayerUi uid={me.uid} slots={slots} />;
}
