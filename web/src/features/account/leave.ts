import { currentTheme, setTheme } from "@/lib/browser/theme";
import { player } from "@/player/player";
import { playerState } from "@/player/store";
import { session } from "@/session/session";

/** Leaves for the sign-in page after the server has ended the session, and says there what happened. */
export function leave(notice: string): void {
  // The theme belongs to the device and stays.
  const theme = currentTheme();
  if (playerState.get().currentAudio) player.reset();
  session.leave(notice);
  setTheme(theme);
}
