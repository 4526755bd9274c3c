import { lazy, Suspense } from "react";
import { useSession } from "@/api/session";
import type { PlayerSlots } from "@/features/player/view";
import { AddToPlaylist } from "@/parts/add-to-playlist/add-to-playlist";
import { useReadyPlayer } from "@/player/player";

/** What is seen of the player is not needed to see a page. */
const PlayerUi = lazy(async () => ({ default: (await import("@/features/player/player-ui")).PlayerUi }));

const CreatePlaylistDialog = lazy(async () => ({
  default: (await import("@/parts/add-to-playlist/create-playlist-dialog")).CreatePlaylistDialog,
}));

/** Where the player and the playlists meet, which do not know each other. */
const slots: PlayerSlots = {
  addToPlaylist: (track) => <AddToPlaylist audio={track} side="top" />,
  saveAsPlaylist: (tracks, onDone) => (
    <Suspense>
      <CreatePlaylistDialog audioIds={tracks.map((track) => track.id)} onClose={onDone} />
    </Suspense>
  ),
};

/** The player of whoever is signed in. It belongs to the frame, so it stays while pages come and go. */
export function PlayerSlot() {
  const { me } = useSession();
  useReadyPlayer();
  if (!me) return null;
  return (
    <Suspense>
      <PlayerUi uid={me.uid} slots={slots} />
    </Suspense>
  );
}
