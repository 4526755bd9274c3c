import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { SHORTCUTS_KEY, userStorage } from "@/lib/browser/storage";
import type { PlayableTrack } from "@/player/player";

/** Elements of other features in the player. The app passes them in, so that features do not import each other. */
export interface PlayerSlots {
  like?: ((track: PlayableTrack) => ReactNode) | undefined;
  addToPlaylist?: ((track: PlayableTrack) => ReactNode) | undefined;
  /** Dialog that saves the tracks as a playlist. `onDone` is called when it is created or cancelled. */
  saveAsPlaylist?: ((tracks: readonly PlayableTrack[], onDone: () => void) => ReactNode) | undefined;
}

interface PlayerView {
  slots: PlayerSlots;
  isQueueOpen: boolean;
  setQueueOpen: (open: boolean) => void;
  isSheetOpen: boolean;
  setSheetOpen: (open: boolean) => void;
  isHelpOpen: boolean;
  setHelpOpen: (open: boolean) => void;
  /** True if times are divided by the playback speed and show the listening time. */
  areTimesAtRate: boolean;
  setTimesAtRate: (on: boolean) => void;
  /** True if single-letter shortcuts are enabled. Users of speech input disable them. */
  hasShortcuts: boolean;
  setHasShortcuts: (on: boolean) => void;
}

const View = createContext<PlayerView | undefined>(undefined);

/** Returns the view state. Requires `PlayerViewProvider`. */
export function usePlayerView(): PlayerView {
  const view = useContext(View);
  if (!view) throw new Error("The player's parts must be inside PlayerViewProvider.");
  return view;
}

/** Returns a setting of the user that is stored on this device. */
function useKept(uid: string, key: string, initial: boolean): [boolean, (on: boolean) => void] {
  const storage = useMemo(() => userStorage(uid), [uid]);
  const [isOn, setOn] = useState(() => (storage.get(key) ?? String(initial)) === "true");
  return [
    isOn,
    (on) => {
      storage.set(key, String(on));
      setOn(on);
    },
  ];
}

/** Key in the history state of the entry in which the sheet is open. */
const SHEET_STATE = "playerSheet";

/**
 * Returns whether the sheet is open, and its setter. The state is a history entry: the sheet covers the page on phones,
 * so Back must close it and stay on the page.
 */
function useSheetInHistory(): [boolean, (open: boolean) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const state: unknown = location.state;
  const isOpen = typeof state === "object" && state !== null && SHEET_STATE in state;
  return [
    isOpen,
    (open) => {
      if (open === isOpen) return;
      if (open) {
        void navigate(location, { state: { ...(state as object), [SHEET_STATE]: true }, preventScrollReset: true });
      } else void navigate(-1);
    },
  ];
}

export function PlayerViewProvider(props: { uid: string; slots: PlayerSlots; children: ReactNode }) {
  const { uid, slots } = props;
  const [isQueueOpen, setQueueOpen] = useState(false);
  const [isSheetOpen, setSheetOpen] = useSheetInHistory();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [areTimesAtRate, setTimesAtRate] = useKept(uid, "player-times-at-rate", false);
  const [hasShortcuts, setHasShortcuts] = useKept(uid, SHORTCUTS_KEY, true);
  const view = {
    slots,
    isQueueOpen,
    setQueueOpen,
    isSheetOpen,
    setSheetOpen,
    isHelpOpen,
    setHelpOpen,
    areTimesAtRate,
    setTimesAtRate,
    hasShortcuts,
    setHasShortcuts,
  };
  return <View.Provider value={view}>{props.children}</View.Provider>;
}
