import { useAddToPlaylist } from "@/api/playlists";
import { toast } from "@/ui/toast";

/** Adds an audio note to a playlist and says how it went. */
export function useAdd() {
  const { mutate } = useAddToPlaylist();
  return (playlist: { id: string }, audioId: string) =>
    mutate(
      { id: playlist.id, audioId },
      {
        onSuccess: ({ added }) =>
          added ? toast("Added to playlist!") : toast("Already in this playlist", { kind: "info" }),
        onError: (error) => {
          console.warn("An audio note was not added to a playlist.", error);
          toast("Failed to add to playlist", { kind: "error", isBrief: true });
        },
      },
    );
}
