import { ListPlus } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { IconButton } from "@/ui/icon-button";
import type { AddPopupProps } from "./add-popup";

const AddPopup = lazy(async () => ({ default: (await import("./add-popup")).AddPopup }));

export interface AddToPlaylistProps {
  audio: AddPopupProps["audio"];
  /** Of the button; a row of a table passes what it was given. */
  tabIndex?: 0 | -1 | undefined;
  size?: "sm" | "md" | undefined;
  /** Where the popup opens: above the button in a bar at the bottom. */
  side?: "top" | "bottom" | undefined;
  /** Called instead of opening when nobody is signed in. */
  onVisitor?: (() => void) | undefined;
}

/** The button 'Add to playlist' with its popup. What opens is fetched at the first press. */
export function AddToPlaylist({ audio, tabIndex, size, side, onVisitor }: AddToPlaylistProps) {
  const button = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <span ref={button}>
      <IconButton
        label={`Add to playlist: ${audio.title}`}
        title="Add to playlist"
        icon={<ListPlus />}
        size={size}
        tabIndex={tabIndex}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => (onVisitor ? onVisitor() : setOpen((before) => !before))}
      />
      {isOpen && (
        <Suspense>
          <AddPopup audio={audio} anchor={button} side={side} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}
