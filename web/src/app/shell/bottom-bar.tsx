import { AudioLines, Bookmark, CircleUserRound, Compass, Layers, LayoutGrid, LogOut } from "lucide-react";
import { Link, NavLink, useLocation } from "react-router";
import { paths } from "@/lib/addresses/paths";
import { otherShelves } from "./sidebar";

/** Navigation for members on phones. */
export function BottomBar({ onLogOut }: { onLogOut: () => void }) {
  const { pathname } = useLocation();
  const audio = (
    <>
      <AudioLines aria-hidden="true" />
      Audio
    </>
  );
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
      {otherShelves.includes(pathname) ? (
        <Link to={paths.audioNotes()} aria-current="page">
          {audio}
        </Link>
      ) : (
        <NavLink to={paths.audioNotes()}>{audio}</NavLink>
      )}
      <NavLink to={paths.myNotes()}>
        <Bookmark aria-hidden="true" />
        My Notes
      </NavLink>
      <NavLink to={paths.study()}>
        <Layers aria-hidden="true" />
        Study
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
