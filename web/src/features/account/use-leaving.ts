import { useNavigate } from "react-router";
import { session } from "@/api/session";
import { paths } from "@/lib/paths";
import { currentTheme, setTheme } from "@/lib/theme";
import { player } from "@/player/player";
import { playerState } from "@/player/store";

/** Leaves for the sign-in page after the server has ended the session, and says there what happened. */
export function useLeaving(): (notice: string) => void {
  const navigate = useNavigate();
  return (notice) => {
    // The theme belongs to the device and stays.
    const theme = currentTheme();
    if (playerState.get().currentAudio) player.reset();
    session.leave();
    setTheme(theme);
    navigate(paths.signIn(), { replace: true, state: { notice } });
  };
}
