import "./add-to-playlist.css";
import { Plus } from "lucide-react";
import type { KeyboardEvent } from "react";
import type { Playlist } from "@/api/models";
import { useMyPlaylists } from "@/data/playlists/playlists";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";

interface ChoicesProps {
  onChoose: (playlist: Playlist) => void;
  onCreate: () => void;
}

function onArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
  const at = choices.indexOf(document.activeElement as HTMLElement);
  choices[(at + step + choices.length) % choices.length]?.focus();
}

/** List of the user's playlists with a button that creates a new one. */
export function Choices({ onChoose, onCreate }: ChoicesProps) {
  const playlists = useMyPlaylists();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut between the buttons inside, which Tab reaches as well
    <div onKeyDown={onArrow}>
      <p className="menu-head" aria-hidden="true">
        Add to playlist
      </p>
      {playlists.data && playlists.data.length > 0 && (
        <ul className="add-choices" aria-label="Your playlists">
          {playlists.data.map((playlist) => (
            <li key={playlist.id}>
              <button type="button" className="menu-item" onClick={() => onChoose(playlist)}>
                <span className="truncate-1 grow" title={playlist.name}>
                  {playlist.name}
                </span>
                <span className="count tabular-nums">{playlist.audioCount}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {playlists.isPending && (
        <div className="add-note" role="status" aria-label="Loading your playlists...">
          <Skeleton className="h-4 w-3/5" />
        </div>
      )}
      {playlists.data?.length === 0 && <p className="add-note">You have no playlists yet.</p>}
      {playlists.isError && !playlists.data && (
        <LoadError as="line" error={playlists.error} className="add-note" onRetry={playlists.refetch}>
          <span className="block">Could not load your playlists</span>
        </LoadError>
      )}
      <div className="menu-line" />
      <button type="button" className="menu-item" onClick={onCreate}>
        <Plus aria-hidden="true" />
        <span>
          <span className="sr-only">+ </span>Create New Playlist
        </span>
      </button>
    </div>
  );
}
