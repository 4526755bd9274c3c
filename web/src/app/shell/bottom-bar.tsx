import { AudioLines, CircleUserRound, Compass, LayoutGrid, LogOut } from "lucide-react";
import { NavLink } from "react-router";
import { paths } from "@/lib/paths";

/** The way through the app on a phone, for members. */
export function BottomBar({ onLogOut }: { onLogOut: () => void }) {
  return (
    <nav className="bottom-bar" aria-label="Bottom">
      <NavLink to={paths.dashboard()} end>
        <LayoutGrid aria-hidden="true" />
        Home
      </NavLink>
      <NavLink to={paths.browse()}>
        <Compass aria-hidden="true" />
        Browse
      </NavLink>
      <NavLink to={paths.audioNotes()}>
        <AudioLines aria-hidden="true" />
        Audio
      </NavLink>
      <NavLink to={paths.account()}>
        <CircleUserRound aria-hidden="true" />
        Profile
      </NavLink>
      <button type="button" onClick={onLogOut}>
        <LogOut aria-hidden="true" />
        Logout
      </button>
    </nav>
  );
}
