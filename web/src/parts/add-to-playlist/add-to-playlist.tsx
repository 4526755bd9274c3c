import { ListPlus } from "lucide-react";
import { useRef, useState } from "react";
import type { AudioToAdd } from "@/data/playlists/playlists";
import { IconButton } from "@/ui/controls/icon-button";
import { dialogPart, part } from "@/ui/feedback/part";
import { Popover } from "@/ui/overlay/popover";
import { addAndSay } from "./add-and-say";

const Choices = part(async () => (await import("./choices")).Choices);
const CreatePlaylistDialog = dialogPart(async () => (await import("./create-playlist-dialog")).CreatePlaylistDialog);

interface AddToPlaylistProps {
  audio: AudioToAdd;
  /** Of the button; a row of a table passes what it was given. */
  tabIndex?: 0 | -1 | undefined;
  size?: "sm" | "md" | undefined;
  /** Where the popup opens: above the button in a bar at the bottom. */
  side?: "top" | "bottom";
  /** Called instead of opening when nobody is signed in. */
  onVisitor?: (() => void) | undefined;
}

/** The button 'Add to playlist' with its popup. What opens is fetched at the first press. */
export function AddToPlaylist({ audio, tabIndex, size, side = "bottom", onVisitor }: AddToPlaylistProps) {
  const [shown, setShown] = useState<"choices" | "create">();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Popover
        label={`Add “${audio.title}” to a playlist`}
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
          onChoose={(playlist) => {
            setShown(undefined);
            void addAndSay(playlist, audio);
          }}
          onCreate={() => {
            // The dialog gives the focus back to what has it now; the choice is gone by then.
            button.current?.focus();
            setShown("create");
          }}
        />
      </Popover>
      {shown === "create" && <CreatePlaylistDialog audio={[audio]} onClose={() => setShown(undefined)} />}
    </>
  );
}
