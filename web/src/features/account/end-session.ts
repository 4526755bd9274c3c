import { currentTheme, setTheme } from "@/lib/browser/theme";
import { player } from "@/player/player";
import { playerState } from "@/player/store";
import { session } from "@/session/session";

/** Opens the sign-in page with a notice after the server ended the session. */
export function endSessionWithNotice(notice: string): void {
  // Ending the session clears the stored settings. The theme belongs to the device, so restore it.
  const theme = currentTheme();
  if (playerState.get().currentAudio) player.reset();
  session.endWithNotice(notice);
  setTheme(theme);
}
