import { ArrowUpDown, Check, ImageUp, ListPlus, Pause, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { Playlist } from "@/api/models";
import { problemText } from "@/api/problem";
import { useDurations } from "@/core/durations";
import { useDeletePlaylist } from "@/data/playlists/playlist-edit";
import { paths } from "@/lib/urls/paths";
import type { LoadedPlaylist, PlaylistChange } from "@/offline/outbox/kinds/playlist-view";
import { OfflineButton } from "@/parts/offline/offline-button";
import { ShareButton } from "@/parts/sharing/share-button";
import { player, usePlayerSelector } from "@/player/player";
import { Button } from "@/ui/controls/button";
import { toast } from "@/ui/feedback/toast";
import { Switch } from "@/ui/form/switch";
import { Avatar } from "@/ui/media/avatar";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { CoverDialog } from "./cover-dialog";
import { PlaylistArt } from "./playlist-art";
import { type NameDraft, PlaylistName } from "./playlist-name";
import { playableRecordings, playPlaylist, queuePlaylist } from "./use-playlist";

interface PlaylistHeaderProps {
  view: LoadedPlaylist;
  /** Cursor of the next page, while pages are loading. */
  nextCursor: string | undefined;
  draft: NameDraft | undefined;
  onDraft: (draft: NameDraft | undefined) => void;
  onChange: (change: PlaylistChange) => void;
  isOrdering: boolean;
  onOrdering: (isOrdering: boolean) => void;
}

export function PlaylistHeader(props: PlaylistHeaderProps) {
  const { view, nextCursor, draft, onDraft, onChange } = props;
  const { playlist, items } = view;
  const isEmpty = playableRecordings(items).length === 0;
  return (
    <header className="playlist-head">
      <PlaylistArt playlist={playlist} />
      <div className="text">
        <p className="label">Playlist</p>
        <PlaylistName
          name={playlist.name}
          isMine={playlist.isMine}
          draft={draft}
          onDraft={onDraft}
          onRename={(name) => onChange({ kind: "rename", name, before: playlist.name })}
        />
        <Facts playlist={playlist} />
      </div>
      <div className="actions">
        <PlayButton view={view} nextCursor={nextCursor} disabled={isEmpty} />
        <Button
          size="lg"
          icon={<ListPlus />}
          aria-label="Add to queue"
          disabled={isEmpty}
          onClick={() => {
            queuePlaylist(playlist.id, items, nextCursor);
            toast("Added to queue");
          }}
        >
          <span className="wide">Add to queue</span>
        </Button>
        <OfflineButton size="lg" item={{ kind: "playlist", id: playlist.id, title: playlist.name }} />
        {playlist.visibility === "public" && (
          <ShareButton size="lg" path={paths.playlist(playlist.id)} title={playlist.name} />
        )}
        {playlist.isMine && <OwnerTools {...props} />}
      </div>
    </header>
  );
}

export function countText(count: number): string {
  return `${count} audio ${count === 1 ? "note" : "notes"}`;
}

function Facts({ playlist }: { playlist: Playlist }) {
  const { pathname } = useLocation();
  const { total } = useDurations();
  const { ownerUsername, ownerName, audioCount, totalSecs } = playlist;
  return (
    <p className="meta tabular-nums">
      {ownerUsername ? (
        <Link className="owner" to={paths.student(ownerUsername)} state={{ from: pathname }}>
          <Avatar size="xs" src={playlist.ownerImageUrl} name={ownerName} /> {ownerName}
        </Link>
      ) : (
        ownerName
      )}
      {` · ${countText(audioCount)}`}
      {totalSecs > 0 && ` · ${total(totalSecs)}`}
    </p>
  );
}

function PlayButton({
  view: { playlist, items },
  nextCursor,
  disabled,
}: Pick<PlaylistHeaderProps, "view" | "nextCursor"> & { disabled: boolean }) {
  const state = usePlayerSelector(({ source, currentAudio, isPlaying, isLoading }) => {
    if (source?.kind !== "playlist" || source.id !== playlist.id || !currentAudio) return "other";
    return isPlaying || isLoading ? "playing" : "paused";
  });
  const isPlaying = state === "playing";
  return (
    <Button
      variant="primary"
      size="lg"
      icon={isPlaying ? <Pause className="fill-current" /> : <Play className="fill-current" />}
      disabled={disabled && state === "other"}
      onClick={() => (state === "other" ? playPlaylist(playlist, items, nextCursor) : player.toggle())}
    >
      {isPlaying ? "Pause" : "Play"}
    </Button>
  );
}

function OwnerTools({ view, nextCursor, onChange, isOrdering, onOrdering }: PlaylistHeaderProps) {
  const { playlist, items } = view;
  const [dialog, setDialog] = useState<"cover" | "delete">();
  const deletePlaylist = useDeletePlaylist();
  const navigate = useNavigate();
  const isPublic = playlist.visibility === "public";
  const close = () => setDialog(undefined);

  async function confirmDelete() {
    try {
      await deletePlaylist.mutateAsync(playlist);
    } catch (error) {
      toast(`Could not delete the playlist. ${problemText(error)}`, { kind: "error" });
      throw error;
    }
    navigate(paths.account());
  }

  return (
    <>
      <Button size="lg" icon={<ImageUp />} aria-label="Change cover" onClick={() => setDialog("cover")}>
        <span className="wide">Change cover</span>
      </Button>
      {items.length > 1 && (
        <Button
          size="lg"
          variant="quiet"
          icon={isOrdering ? <Check /> : <ArrowUpDown />}
          aria-label={isOrdering ? "Done" : "Change order"}
          disabled={nextCursor !== undefined}
          onClick={() => onOrdering(!isOrdering)}
        >
          {isOrdering ? "Done" : <span className="wide">Change order</span>}
        </Button>
      )}
      <Button
        size="lg"
        variant="danger-quiet"
        icon={<Trash2 />}
        aria-label="Delete playlist"
        onClick={() => setDialog("delete")}
      >
        <span className="wide">Delete playlist</span>
      </Button>
      <div className="visibility">
        <Switch
          label="Public"
          hint={
            isPublic
              ? "Anyone who is signed in can listen to it, and it appears on your profile."
              : "Only you can see it."
          }
          checked={isPublic}
          onChange={(checked) => onChange({ kind: "show", visibility: checked ? "public" : "private" })}
        />
      </div>
      {dialog === "cover" && (
        <CoverDialog
          playlist={playlist}
          onClose={close}
          onRemove={() => onChange({ kind: "removeCover", coverUrl: playlist.coverUrl })}
        />
      )}
      <ConfirmDialog
        open={dialog === "delete"}
        onOpenChange={(open) => !open && close()}
        title={`Delete “${playlist.name}”?`}
        body="The audio notes in it are not deleted. A deleted playlist can't be restored."
        confirmLabel="Delete"
        busyLabel="Deleting..."
        danger
        onConfirm={confirmDelete}
      />
    </>
  );
}
