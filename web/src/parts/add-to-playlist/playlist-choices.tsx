import "./add-to-playlist.css";
import { ListEnd, ListStart, Plus, SquareStop } from "lucide-react";
import type { KeyboardEvent } from "react";
import type { Playlist } from "@/api/models";
import { type AudioToAdd, useMyPlaylists } from "@/data/playlists/playlists";
import { player, usePlayerSelector } from "@/player/player";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";

interface ChoicesProps {
  audio: AudioToAdd;
  /** Whether the recording can be added to the queue. */
  canQueue: boolean;
  /** Called after the recording was added to the queue. */
  onQueued: (text: string) => void;
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

/** Buttons that add a recording to the queue or to a playlist, and one that creates a playlist. */
export function PlaylistChoices({ audio, canQueue, onQueued, onChoose, onCreate }: ChoicesProps) {
  const playlists = useMyPlaylists();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut between the buttons inside, which Tab also reaches
    <div onKeyDown={onArrow}>
      {canQueue && <QueueChoices audio={audio} onQueued={onQueued} />}
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
        <LoadError variant="line" error={playlists.error} className="add-note" onRetry={playlists.refetch}>
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

/** Buttons that add a recording to the queue. */
function QueueChoices({ audio, onQueued }: Pick<ChoicesProps, "audio" | "onQueued">) {
  const repeat = usePlayerSelector((state) => state.repeat);
  const choices = [
    {
      label: "Play next",
      icon: <ListStart />,
      add: () => player.playNext(audio),
      text: `“${audio.title}” plays next.`,
    },
    {
      label: "Play next, then stop",
      icon: <SquareStop />,
      add: () => player.playNextThenStop(audio),
      text: `“${audio.title}” plays next. Then playback stops.`,
    },
    { label: "Add to queue", icon: <ListEnd />, add: () => player.append([audio]), text: "Added to the queue." },
  ];
  // While the current track repeats, no track is next.
  return (
    <>
      {choices.slice(repeat === "one" ? -1 : 0).map(({ label, icon, add, text }) => (
        <button
          key={label}
          type="button"
          className="menu-item"
          onClick={() => {
            add();
            onQueued(text);
          }}
        >
          {icon}
          {label}
        </button>
      ))}
      <div className="menu-line" />
    </>
  );
}
