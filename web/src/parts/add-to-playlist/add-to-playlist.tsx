import { ListPlus } from "lucide-react";
import { useRef, useState } from "react";
import type { AudioToAdd } from "@/data/playlists/playlists";
import { usePlayerSelector } from "@/player/player";
import { IconButton } from "@/ui/controls/icon-button";
import { lazyComponent, lazyDialog } from "@/ui/feedback/lazy";
import { toast } from "@/ui/feedback/toast";
import { Popover } from "@/ui/overlay/popover";
import { addWithToast } from "./add-with-toast";

const Choices = lazyComponent(async () => (await import("./playlist-choices")).PlaylistChoices);
const CreatePlaylistDialog = lazyDialog(async () => (await import("./create-playlist-dialog")).CreatePlaylistDialog);

interface AddToPlaylistProps {
  audio: AudioToAdd;
  /** Tab index of the button; rows of a table pass their own. */
  tabIndex?: 0 | -1 | undefined;
  size?: "sm" | "md" | undefined;
  /** Side on which the popup opens; `top` for a button in a bar at the bottom. */
  side?: "top" | "bottom";
  onVisitor?: (() => void) | undefined;
}

/** Button that opens a popover which adds a recording to the queue or to a playlist. */
export function AddToPlaylist({ audio, tabIndex, size, side = "bottom", onVisitor }: AddToPlaylistProps) {
  const [shown, setShown] = useState<"choices" | "create">();
  const button = useRef<HTMLButtonElement>(null);
  // Before a recording is loaded there is no queue, and the current recording is already in the queue.
  const canQueue = usePlayerSelector(({ currentAudio }) => currentAudio !== undefined && currentAudio.id !== audio.id);
  return (
    <>
      <Popover
        label={`Add “${audio.title}” to ${canQueue ? "the queue or a playlist" : "a playlist"}`}
        className="add-popup"
        align="end"
        side={side}
        open={shown === "choices"}
        onOpenChange={(isOpen) => {
          if (isOpen && onVisitor) onVisitor();
          else setShown(isOpen ? "choices" : undefined);
        }}
        trigger={
          <IconButton
            ref={button}
            label={`Add to playlist: ${audio.title}`}
            title="Add to playlist"
            icon={<ListPlus />}
            size={size}
            tabIndex={tabIndex}
          />
        }
      >
        <Choices
          audio={audio}
          canQueue={canQueue}
          onQueued={(text) => {
            setShown(undefined);
            toast(text);
          }}
          onChoose={(playlist) => {
            setShown(undefined);
            void addWithToast(playlist, audio);
          }}
          onCreate={() => {
            // Focus the button first: the dialog returns the focus to the element that had it, and the popover will be
            // closed by then.
            button.current?.focus();
            setShown("create");
          }}
        />
      </Popover>
      {shown === "create" && <CreatePlaylistDialog audio={[audio]} onClose={() => setShown(undefined)} />}
    </>
  );
}
