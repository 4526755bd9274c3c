import { useEffect } from "react";
import { useSettled } from "@/lib/loading/use-settled";
import { useSession } from "@/session/session";
import { dialogPart } from "@/ui/feedback/part";

const Palette = dialogPart(async () => (await import("./daily")).daily.Palette);

/** A window that waits for an answer is not covered by another one. */
const WINDOWS = "[role=dialog]:not([data-player-keys]), [role=alertdialog]";

/** Ctrl-K, or ⌘K, opens the palette from anywhere, also from within a box. */
function useOpeningKey(onOpen: () => void): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const isAsked = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      if (!isAsked || event.altKey || event.shiftKey || event.isComposing || event.defaultPrevented) return;
      event.preventDefault();
      if (!document.querySelector(WINDOWS)) onOpen();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [onOpen]);
}

/** The palette comes once the page has nothing else to do, so that the key also answers at once, and without a connection. */
function useReadyPalette(): void {
  const isSettled = useSettled();
  useEffect(() => {
    if (isSettled) void Palette.prepare().catch(() => undefined);
  }, [isSettled]);
}

interface PaletteSlotProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onLogOut: () => void;
}

/** The palette of the current user or visitor. It belongs to the frame, so it opens on every page. */
export function PaletteSlot({ isOpen, onOpenChange, onLogOut }: PaletteSlotProps) {
  const { me, isAdmin } = useSession();
  useOpeningKey(() => onOpenChange(true));
  useReadyPalette();
  if (!isOpen) return null;
  return (
    <Palette
      uid={me?.uid}
      who={isAdmin ? "admin" : me ? "member" : "visitor"}
      onClose={() => onOpenChange(false)}
      onLogOut={onLogOut}
    />
  );
}
