import { CircleMinus } from "lucide-react";
import { useCallback, useMemo } from "react";
import type { PlaylistItem } from "@/api/models";
import { type LoadedPlaylist, type PlaylistChange, predecessorOf } from "@/offline/outbox/kinds/playlist-view";
import { AddToPlaylist } from "@/parts/add-to-playlist/add-to-playlist";
import type { ActionColumn, AudioRow } from "@/parts/audio-table/audio-row";
import { AudioTable } from "@/parts/audio-table/audio-table";
import { IconButton } from "@/ui/controls/icon-button";
import { toast } from "@/ui/feedback/toast";
import { playPlaylist } from "./use-playlist";

/** Converts an item to a row. A deleted recording keeps its title with an explanation. */
export function toAudioRow({ audioId, title, audio }: PlaylistItem): AudioRow {
  return audio ? { audioId, title, audio } : { audioId, title: `Removed by its uploader: ${title}` };
}

/** Toast id of a playlist's changes, so that an error replaces the previous message. */
export const changesToastId = (id: string) => `playlist ${id}`;

interface PlaylistTableProps {
  view: LoadedPlaylist;
  nextCursor: string | undefined;
  onChange: (change: PlaylistChange) => void;
}

/** Table of a playlist's recordings. The owner can remove them; other users can add them to their own playlists. */
export function PlaylistTable({ view, nextCursor, onChange }: PlaylistTableProps) {
  const { playlist, items } = view;
  const rows = useMemo(() => items.map(toAudioRow), [items]);

  const remove = useCallback(
    (audioId: string) => {
      const item = items.find((each) => each.audioId === audioId);
      if (!item) return;
      const after = predecessorOf(items, audioId);
      onChange({ kind: "remove", audioId });
      // A deleted recording cannot be added again.
      toast("Removed from playlist", {
        id: changesToastId(playlist.id),
        ...(item.audio && { action: { label: "Undo", onClick: () => onChange({ kind: "putBack", item, after }) } }),
      });
    },
    [playlist.id, items, onChange],
  );

  const action: ActionColumn = playlist.isMine
    ? {
        label: "Remove",
        render: ({ audioId, title }, { tabIndex }) => (
          <IconButton
            danger
            label={`Remove from playlist: ${title}`}
            title="Remove from playlist"
            tabIndex={tabIndex}
            icon={<CircleMinus />}
            onClick={() => remove(audioId)}
          />
        ),
      }
    : {
        label: "Add to playlist",
        render: ({ audio }, { tabIndex }) => audio && <AddToPlaylist audio={audio} tabIndex={tabIndex} />,
      };

  return (
    <AudioTable
      label={`Audio notes in ${playlist.name}`}
      layout="playlist"
      rows={rows}
      rowCount={Math.max(rows.length, playlist.audioCount)}
      onPlay={(index) => playPlaylist(playlist, items, nextCursor, items[index]?.audioId)}
      action={action}
    />
  );
}
