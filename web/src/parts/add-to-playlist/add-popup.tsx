import "@/styles/popover.css";
import "./add-to-playlist.css";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Popover } from "radix-ui";
import { type KeyboardEvent, type RefObject, useState } from "react";
import type { AudioNote } from "@/api/models";
import { myPlaylistsQuery } from "@/api/playlists";
import { Button } from "@/ui/button";
import { Skeleton } from "@/ui/skeleton";
import { CreatePlaylistDialog } from "./create-playlist-dialog";
import { useAdd } from "./use-add";

export interface AddPopupProps {
  audio: Pick<AudioNote, "id" | "title">;
  /** Holds the button that the popup belongs to. */
  anchor: RefObject<HTMLElement | null>;
  side?: "top" | "bottom" | undefined;
  onClose: () => void;
}

/** The arrow keys go from choice to choice, as in a menu. */
function onArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
  const at = choices.indexOf(document.activeElement as HTMLElement);
  choices[(at + step + choices.length) % choices.length]?.focus();
}

/** One's own playlists to choose from, and the way to a new one. */
export function AddPopup({ audio, anchor, side = "bottom", onClose }: AddPopupProps) {
  const [isCreating, setCreating] = useState(false);
  const playlists = useQuery(myPlaylistsQuery);
  const add = useAdd();
  const focusButton = () => anchor.current?.querySelector("button")?.focus();

  if (isCreating) {
    return (
      <CreatePlaylistDialog
        audioIds={[audio.id]}
        onClose={() => {
          onClose();
          focusButton();
        }}
      />
    );
  }
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Popover.Portal>
        <Popover.Content
          className="popover add-popup"
          aria-label={`Add “${audio.title}” to a playlist`}
          side={side}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onKeyDown={onArrow}
          onPointerDownOutside={(event) => {
            // The button closes by itself; closing here first would make it open again.
            if (anchor.current?.contains(event.target as Node)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!isCreating) focusButton();
          }}
        >
          <p className="menu-head" aria-hidden="true">
            Add to playlist
          </p>
          {playlists.data && playlists.data.length > 0 && (
            <ul className="add-choices" aria-label="Your playlists">
              {playlists.data.map((playlist) => (
                <li key={playlist.id}>
                  <button
                    type="button"
                    className="menu-item"
                    onClick={() => {
                      onClose();
                      add(playlist, audio.id);
                    }}
                  >
                    <span className="t1 grow" title={playlist.name}>
                      {playlist.name}
                    </span>
                    <span className="count num">{playlist.audioCount}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          {playlists.isPending && (
            <div className="add-note" role="status" aria-label="Loading your playlists...">
              <Skeleton className="h-4 w-3/5" />
              <Skeleton className="mt-3 h-4 w-2/5" />
            </div>
          )}
          {playlists.data?.length === 0 && <p className="add-note">You have no playlists yet.</p>}
          {playlists.isError && !playlists.data && (
            <div className="add-note" role="alert">
              <p>Could not load your playlists</p>
              <Button size="sm" onClick={() => void playlists.refetch()}>
                Retry
              </Button>
            </div>
          )}
          <div className="menu-line" />
          <button type="button" className="menu-item" onClick={() => setCreating(true)}>
            <Plus aria-hidden="true" />
            <span>
              <span className="sr-only">+ </span>Create New Playlist
            </span>
          </button>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
