import { useEffect } from "react";
import { isApple } from "@/lib/browser/platform";
import { player } from "@/player/player";
import { playerPosition, playerState } from "@/player/store";
import { usePlayerView } from "../player-view";
import { bookmarkNow } from "./bookmark";
import { ARROW_KEY_SEEK_SECS } from "./seek";
import { nextRate } from "./speed";

export const SHORTCUTS: readonly { keys: readonly string[]; action: string }[] = [
  { keys: ["Space"], action: "Play or pause" },
  { keys: ["←", "→"], action: `Back or forward ${ARROW_KEY_SEEK_SECS} seconds` },
  { keys: ["Shift ←", "Shift →"], action: "Back 15 or forward 30 seconds" },
  { keys: ["P", "N"], action: "Previous or next audio note" },
  { keys: ["Shift P", "Shift N"], action: "Previous or next chapter" },
  { keys: ["B"], action: "Bookmark this moment" },
  { keys: ["S"], action: "Shuffle" },
  { keys: ["M"], action: "Mute" },
  { keys: ["Shift ↓", "Shift ↑"], action: "Quieter or louder" },
  { keys: ["<", ">"], action: "Slower or faster" },
  { keys: ["Q"], action: "Show or hide the queue" },
  { keys: ["/"], action: "Go to the search box, where there is one" },
  { keys: [isApple ? "⌘ K" : "Ctrl K"], action: "Search everything, from anywhere" },
  { keys: ["T"], action: "In a note: show the pages or the text" },
  { keys: ["?"], action: "Show this list" },
];

const VOLUME_STEP = 0.1;

/** Controls that need all keys. */
const TYPES = "input, textarea, select, [contenteditable='true'], [role=textbox], [role=combobox], [role=searchbox]";
/** Controls that Space activates. */
const PRESSED_BY_SPACE =
  "button, summary, [role=button], [role=tab], [role=checkbox], [role=switch], [role=radio], [role=option], [role^=menuitem]";
/** Controls that use the arrow keys. */
const MOVED_BY_ARROWS =
  "[role=slider], [role=spinbutton], [role=tablist], [role=radiogroup], [role=menu], [role=listbox], [role=grid], [role=treegrid], [role=tree], audio, video";
/** Modal elements that block shortcuts. The player's own sheet does not. */
const WINDOWS = "[role=dialog]:not([data-player-keys]), [role=alertdialog], [role=menu], [role=listbox]";

/** Returns true if the focused element does not use the key. */
export function isUnhandledKey(key: string, target: Element | null): boolean {
  if (!target) return true;
  if (target.closest(TYPES) || target.closest(WINDOWS)) return false;
  if (key === " ") return !target.closest(PRESSED_BY_SPACE);
  if (key.startsWith("Arrow")) return !target.closest(MOVED_BY_ARROWS);
  return true;
}

const seekBy = (secs: number) => player.seek(Math.max(0, playerPosition.get().positionSecs + secs));
const louderBy = (part: number) => {
  const { volume, isMuted } = playerState.get();
  player.setVolume(Math.min(1, Math.max(0, Math.round(((isMuted ? 0 : volume) + part) * 100) / 100)));
};
const fasterBy = (direction: 1 | -1) => player.setRate(nextRate(playerState.get().rate, direction));

/** Commands by key, for a player with a track. */
const commands: Record<string, () => void> = {
  " ": () => player.toggle(),
  ArrowLeft: () => seekBy(-ARROW_KEY_SEEK_SECS),
  ArrowRight: () => seekBy(ARROW_KEY_SEEK_SECS),
  "Shift ArrowLeft": () => player.jumpBack(),
  "Shift ArrowRight": () => player.jumpForward(),
  "Shift ArrowUp": () => louderBy(VOLUME_STEP),
  "Shift ArrowDown": () => louderBy(-VOLUME_STEP),
  n: () => player.next(),
  p: () => player.previous(),
  "Shift n": () => player.nextChapter(),
  "Shift p": () => player.previousChapter(),
  b: () => void bookmarkNow(),
  s: () => player.shuffle(),
  m: () => player.setMuted(!playerState.get().isMuted),
  "<": () => fasterBy(-1),
  ">": () => fasterBy(1),
};

/** Keys that may repeat while they are held down. */
const REPEATS = /Arrow|[<>]/;

function nameOf(event: KeyboardEvent): string {
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.shiftKey && /^(Arrow.+|[np])$/.test(name) ? `Shift ${name}` : name;
}

/** Handles shortcuts on the whole page. Listeners nearer to the focus run first and can prevent them. */
export function useShortcuts(): void {
  const { hasShortcuts, isQueueOpen, setQueueOpen, setHelpOpen } = usePlayerView();
  useEffect(() => {
    const views: Record<string, () => void> = {
      "?": () => setHelpOpen(true),
      q: () => setQueueOpen(!isQueueOpen),
    };
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const target = event.target instanceof Element ? event.target : null;
      if (!isUnhandledKey(event.key, target)) return;
      const name = nameOf(event);
      if (!hasShortcuts && event.key.length === 1 && event.key !== " ") return;
      const command = views[name] ?? (playerState.get().currentAudio ? commands[name] : undefined);
      if (!command) return;
      event.preventDefault();
      if (!event.repeat || REPEATS.test(name)) command();
    }
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [hasShortcuts, isQueueOpen, setQueueOpen, setHelpOpen]);
}
