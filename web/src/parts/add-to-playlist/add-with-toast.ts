import type { Playlist } from "@/api/models";
import { type AddToPlaylistResult, type AudioToAdd, addToPlaylist } from "@/data/playlists/playlists";
import { toast } from "@/ui/feedback/toast";

const messages: Record<AddToPlaylistResult, string> = {
  added: "Added to playlist!",
  alreadyAdded: "Already in this playlist",
  queued: "Added on this device. It will be copied to your account when you're back online.",
};

/** Adds a recording to a playlist and shows the result as a toast. */
export async function addWithToast(playlist: Playlist, audio: AudioToAdd): Promise<void> {
  try {
    const result = await addToPlaylist(playlist, audio);
    toast(messages[result], { kind: result === "added" ? "success" : "info" });
  } catch (error) {
    console.warn("An audio note was not added to a playlist.", error);
    toast("Failed to add to playlist", { kind: "error", isShort: true, error });
  }
}
