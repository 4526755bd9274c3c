import { LogOut, Moon, Pause, Play, SkipForward, Sun, SunMoon } from "lucide-react";
import { useSyncExternalStore } from "react";
import { currentTheme, onThemeChange, setTheme, type Theme } from "@/lib/browser/theme";
import { player, usePlayerSelector } from "@/player/player";
import type { Command } from "./commands";
import type { Role } from "./nav-targets";

const themes: readonly { theme: Theme; name: string; Icon: typeof Sun }[] = [
  { theme: "light", name: "Light theme", Icon: Sun },
  { theme: "dark", name: "Dark theme", Icon: Moon },
  { theme: "system", name: "System theme", Icon: SunMoon },
];

/** Returns the actions that are available everywhere: playback, theme and sign-out. */
export function useActions(who: Role, onSignOut: () => void): Command[] {
  const shown = useSyncExternalStore(onThemeChange, currentTheme);
  const isPlaying = usePlayerSelector((state) => state.isPlaying);
  const hasTrack = usePlayerSelector((state) => state.currentAudio !== undefined);
  const hasNext = usePlayerSelector((state) => state.list.length > 1);
  return [
    hasTrack && {
      key: "play",
      name: isPlaying ? "Pause" : "Play",
      keywords: "stop resume audio",
      icon: isPlaying ? <Pause /> : <Play />,
      run: player.toggle,
    },
    hasNext && { key: "next", name: "Next audio note", keywords: "skip", icon: <SkipForward />, run: player.next },
    ...themes
      .filter(({ theme }) => theme !== shown)
      .map(({ theme, name, Icon }) => ({
        key: theme,
        name,
        keywords: "mode colours night day",
        icon: <Icon />,
        run: () => setTheme(theme),
      })),
    who !== "visitor" && {
      key: "log-out",
      name: "Logout",
      keywords: "sign out leave",
      icon: <LogOut />,
      run: onSignOut,
    },
  ].filter((action) => action !== false);
}
