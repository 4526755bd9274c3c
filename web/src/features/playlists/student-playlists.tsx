import "./playlists.css";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Lock, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Playlist } from "@/api/models";
import { problemDetail } from "@/api/problem";
import { studentPlaylistsQuery, useMyPlaylists } from "@/data/playlists/playlists";
import { paths } from "@/lib/urls/paths";
import { Button } from "@/ui/controls/button";
import { Badge } from "@/ui/feedback/badge";
import { lazyDialog } from "@/ui/feedback/lazy";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { SectionHeading } from "@/ui/layout/section-head";
import { PlaylistArt } from "./playlist-art";
import { countText } from "./playlist-header";

const CreatePlaylistDialog = lazyDialog(
  async () => (await import("@/parts/add-to-playlist/create-playlist-dialog")).CreatePlaylistDialog,
);

/** Renders the playlists of a profile: all for the owner, public ones for other users. */
export function renderProfilePlaylists({
  username,
  isOwn,
}: {
  username: string | undefined;
  isOwn: boolean;
}): ReactNode {
  if (isOwn) return <OwnPlaylists />;
  return username === undefined ? null : <StudentPlaylists username={username} />;
}

function StudentPlaylists({ username }: { username: string }) {
  const query = useInfiniteQuery(studentPlaylistsQuery(username));
  return (
    <Section>
      <Cards query={query} playlists={query.data?.pages.flatMap((page) => page.items)} none="No playlists yet." />
      {query.hasNextPage && (
        <div className="mt-6 text-center">
          <Button busy={query.isFetchingNextPage} busyLabel="Loading..." onClick={() => query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Section>
  );
}

/** All playlists of the user, with a button that creates one. */
function OwnPlaylists() {
  const query = useMyPlaylists();
  const [isCreating, setCreating] = useState(false);
  const navigate = useNavigate();
  return (
    <Section
      action={
        <Button size="sm" icon={<Plus />} onClick={() => setCreating(true)}>
          New playlist
        </Button>
      }
    >
      <Cards query={query} playlists={query.data} none="No playlists yet." />
      {isCreating && (
        <CreatePlaylistDialog onClose={() => setCreating(false)} onCreated={({ id }) => navigate(paths.playlist(id))} />
      )}
    </Section>
  );
}

function Section({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby="study-playlists">
      <SectionHeading id="study-playlists" title="Public Study Playlists" fills>
        {action}
      </SectionHeading>
      {children}
    </section>
  );
}

interface CardsProps {
  query: { isPending: boolean; isError: boolean; error: unknown; refetch: () => unknown };
  playlists: readonly Playlist[] | undefined;
  none: string;
}

function Cards({ query, playlists, none }: CardsProps) {
  if (!playlists) {
    return query.isError ? (
      <LoadError variant="banner" error={query.error} onRetry={query.refetch}>
        Could not load the playlists. {problemDetail(query.error)}
      </LoadError>
    ) : (
      <div className="playlist-cards" role="status" aria-label="Loading playlists...">
        {["a", "b"].map((key) => (
          <div key={key} className="playlist-card">
            <Skeleton className="playlist-art" />
            <Skeleton className="h-4 w-3/4" />
          </div>
        ))}
      </div>
    );
  }
  if (playlists.length === 0) return <p className="sub">{none}</p>;
  return (
    <ul className="playlist-cards">
      {playlists.map((playlist) => (
        <li key={playlist.id} className="playlist-card">
          <PlaylistArt playlist={playlist} />
          <Link to={paths.playlist(playlist.id)} className="truncate-2 stretched" title={playlist.name}>
            {playlist.name}
          </Link>
          <span className="facts">
            <span className="hint tabular-nums">{countText(playlist.audioCount)}</span>
            {playlist.visibility === "private" && <Badge icon={<Lock aria-hidden="true" />}>Private</Badge>}
          </span>
        </li>
      ))}
    </ul>
  );
}
