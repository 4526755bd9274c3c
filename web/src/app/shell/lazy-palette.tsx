import { useEffect } from "react";
import { usePageIdle } from "@/lib/loading/use-page-idle";
import { useSession } from "@/session/session";
import { lazyDialog } from "@/ui/feedback/lazy";

const Palette = lazyDialog(async () => (await import("./deferred-shell")).deferredShell.Palette);

/** Selector of dialogs that the palette must not cover, because the user must close them first. */
const WINDOWS = "[role=dialog]:not([data-player-keys]), [role=alertdialog]";

/** Opens the palette with Ctrl+K or ⌘K, also from within text fields. */
function useOpeningKey(onOpen: () => void): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const isShortcut = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      if (!isShortcut || event.altKey || event.shiftKey || event.isComposing || event.defaultPrevented) return;
      event.preventDefault();
      if (!document.querySelector(WINDOWS)) onOpen();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [onOpen]);
}

/** Loads the palette when the page is idle, so that it opens immediately and also works offline. */
function useReadyPalette(): void {
  const isSettled = usePageIdle();
  useEffect(() => {
    if (isSettled) void Palette.prefetch().catch(() => undefined);
  }, [isSettled]);
}

interface LazyPaletteProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onSignOut: () => void;
}

export function LazyPalette({ isOpen, onOpenChange, onSignOut }: LazyPaletteProps) {
  const { me, isAdmin } = useSession();
  useOpeningKey(() => onOpenChange(true));
  useReadyPalette();
  if (!isOpen) return null;
  return (
    <Palette
      uid={me?.uid}
      who={isAdmin ? "admin" : me ? "member" : "visitor"}
      onClose={() => onOpenChange(false)}
      onSignOut={onSignOut}
    />
  );
}
