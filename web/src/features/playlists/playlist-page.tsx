import "./playlists.css";
import { ListMusic, ListX } from "lucide-react";
import { useState } from "react";
import { Navigate } from "react-router";
import type { Playlist } from "@/api/models";
import { ApiProblem, problemDetail, problemText } from "@/api/problem";
import { useChangePlaylist } from "@/data/playlists/playlist-edit";
import { usePageTitle } from "@/lib/browser/page-title";
import { paths } from "@/lib/urls/paths";
import type { LoadedPlaylist, PlaylistChange } from "@/offline/outbox/kinds/playlist-view";
import { UnavailableOffline, useIsUnavailableOffline } from "@/parts/offline/unavailable-offline";
import { LinkButton } from "@/ui/controls/button";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { toast } from "@/ui/feedback/toast";
import { BackButton } from "@/ui/layout/back-button";
import { PlaylistOrderList } from "./order-list";
import { PlaylistHeader } from "./playlist-header";
import type { NameDraft } from "./playlist-name";
import { changesToastId, PlaylistTable } from "./playlist-table";
import { usePlaylist } from "./use-playlist";

export function PlaylistPage({ id }: { id: string }) {
  const playlist = usePlaylist(id);
  const { view, error } = playlist;
  const isNotHere = useIsUnavailableOffline(playlist);
  usePageTitle(view?.playlist.name ?? "Playlist");
  if (playlist.alias !== undefined) return <Navigate to={paths.playlist(playlist.alias)} replace />;
  const isGone = error instanceof ApiProblem && error.code === "not_found";
  if (view && !isGone) {
    return (
      <>
        <BackButton fallback={paths.account()} />
        {playlist.isError && (
          <LoadError variant="banner" error={playlist.error} className="mb-4" onRetry={playlist.refetch}>
            {playlist.isFetchNextPageError
              ? "Could not load the rest of this playlist."
              : "Could not load the latest version of this playlist."}
          </LoadError>
        )}
        <Shown key={id} view={view} nextCursor={playlist.nextCursor} />
      </>
    );
  }
  return (
    <>
      <BackButton fallback={paths.account()} />
      {playlist.isPending && !isNotHere ? (
        <Loading />
      ) : isGone ? (
        <>
          <h1 className="sr-only">Playlist</h1>
          <StatusPlaceholder
            icon={<ListX />}
            title="Playlist not found."
            body="It may have been deleted, or it is private and belongs to someone else."
            action={<LinkButton to={paths.audioNotes()}>Audio Notes</LinkButton>}
          />
        </>
      ) : isNotHere ? (
        <>
          <h1 className="sr-only">Playlist</h1>
          <UnavailableOffline what="playlist" />
        </>
      ) : (
        <>
          <h1 className="sr-only">Playlist</h1>
          <LoadError
            variant="page"
            error={playlist.error}
            body={error ? problemDetail(error) : "It will appear when Note Ninja can be reached."}
            onRetry={playlist.refetch}
          >
            Could not load this playlist
          </LoadError>
        </>
      )}
    </>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading...">
      <h1 className="sr-only">Playlist</h1>
      <div className="playlist-head">
        <Skeleton className="playlist-art" />
        <div className="text grid gap-3">
          <Skeleton className="h-4 w-20" />
          <Skeleton className="h-9 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      </div>
      <div className="grid gap-2">
        {["a", "b", "c", "d"].map((key) => (
          <Skeleton key={key} className="h-16 w-full" />
        ))}
      </div>
    </div>
  );
}

/** Returns true if the playlist was changed since it was read. Conflicts of a single field have another message. */
const isStale = (error: unknown) =>
  error instanceof ApiProblem && error.code === "conflict" && error.fields.length === 0;

/** Phrases that complete "Could not …". */
const refusals: Record<PlaylistChange["kind"], string> = {
  rename: "rename the playlist",
  show: "change who sees the playlist",
  move: "change the order",
  remove: "remove the audio note",
  putBack: "restore the audio note",
  removeCover: "remove the cover",
};

function Shown({ view, nextCursor }: { view: LoadedPlaylist; nextCursor: string | undefined }) {
  const { playlist, items } = view;
  const [draft, setDraft] = useState<NameDraft>();
  const [isOrdering, setOrdering] = useState(false);
  const change = useChangePlaylist(playlist.id, onRejected);

  function onRejected(error: unknown, what: PlaylistChange) {
    console.warn("A change of a playlist was refused and has been taken back.", error);
    if (what.kind === "rename") {
      setDraft({
        name: what.name,
        problem: isStale(error)
          ? "The playlist was changed somewhere else. Press Save to rename it anyway."
          : problemText(error),
      });
      return;
    }
    if (isStale(error)) {
      toast("This playlist was changed somewhere else. Here is the latest version; please make your change again.", {
        kind: "error",
        id: changesToastId(playlist.id),
      });
      return;
    }
    toast(`Could not ${refusals[what.kind]}. ${problemText(error)}`, {
      kind: "error",
      id: changesToastId(playlist.id),
      action: { label: "Retry", onClick: () => change(what) },
    });
  }

  return (
    <>
      <PlaylistHeader
        view={view}
        nextCursor={nextCursor}
        draft={draft}
        onDraft={setDraft}
        onChange={change}
        isOrdering={isOrdering}
        onOrdering={setOrdering}
      />
      {items.length === 0 ? (
        <Empty playlist={playlist} />
      ) : isOrdering ? (
        <PlaylistOrderList items={items} onMove={(audioId, after) => change({ kind: "move", audioId, after })} />
      ) : (
        <PlaylistTable view={view} nextCursor={nextCursor} onChange={change} />
      )}
    </>
  );
}

function Empty({ playlist }: { playlist: Playlist }) {
  return playlist.isMine ? (
    <StatusPlaceholder
      icon={<ListMusic />}
      title="This playlist is empty"
      body="Use the button beside any audio note to add it to a playlist."
      action={
        <LinkButton variant="primary" to={paths.audioNotes()}>
          Find audio notes
        </LinkButton>
      }
    />
  ) : (
    <StatusPlaceholder
      icon={<ListMusic />}
      title="This playlist is empty"
      body={`${playlist.ownerName} has not added anything yet.`}
      action={<LinkButton to={paths.audioNotes()}>Audio Notes</LinkButton>}
    />
  );
}
