import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { personalStorage } from "@/lib/browser/storage";
import type { PlayableTrack } from "@/player/player";

/** What other parts of the product put into the player; the frame of the app passes it, as features do not know each other. */
export interface PlayerSlots {
  /** The heart of an audio note. */
  like?: ((track: PlayableTrack) => ReactNode) | undefined;
  /** A button that opens a choice of playlists for an audio note. */
  addToPlaylist?: ((track: PlayableTrack) => ReactNode) | undefined;
  /** Asks for a name and creates a playlist; `onDone` is called when it was created or cancelled. */
  saveAsPlaylist?: ((tracks: readonly PlayableTrack[], onDone: () => void) => ReactNode) | undefined;
}

/** What of the player is open, and how the person wants it. */
interface PlayerView {
  slots: PlayerSlots;
  isQueueOpen: boolean;
  setQueueOpen: (open: boolean) => void;
  isSheetOpen: boolean;
  setSheetOpen: (open: boolean) => void;
  isHelpOpen: boolean;
  setHelpOpen: (open: boolean) => void;
  /** Times are divided by the speed, so that they say how long it takes to listen. */
  areTimesAtRate: boolean;
  setTimesAtRate: (on: boolean) => void;
  /** Single letters do something. People who dictate turn that off. */
  hasShortcuts: boolean;
  setHasShortcuts: (on: boolean) => void;
}

const View = createContext<PlayerView | undefined>(undefined);

/** What is open. Only below `PlayerViewProvider`. */
export function usePlayerView(): PlayerView {
  const view = useContext(View);
  if (!view) throw new Error("The player's parts must be inside PlayerViewProvider.");
  return view;
}

/** A choice of one person, on this device. */
function useKept(uid: string, key: string, initial: boolean): [boolean, (on: boolean) => void] {
  const storage = useMemo(() => personalStorage(uid), [uid]);
  const [isOn, setOn] = useState(() => (storage.get(key) ?? String(initial)) === "true");
  return [
    isOn,
    (on) => {
      storage.set(key, String(on));
      setOn(on);
    },
  ];
}

/** The entry of the history in which the sheet is open says so here. */
const SHEET_STATE = "playerSheet";

/**
 * Whether the sheet is open, as a step in the history: on a phone it covers the page, so the button that goes back must
 * close it and stay on the page.
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
  const [hasShortcuts, setHasShortcuts] = useKept(uid, "player-shortcuts", true);
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
