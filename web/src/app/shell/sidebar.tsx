import {
  AudioLines,
  Bookmark,
  Compass,
  FilePlusCorner,
  Layers,
  LayoutGrid,
  LogIn,
  LogOut,
  Search,
  Settings2,
  ShieldCheck,
  Wrench,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link, NavLink, useLocation } from "react-router";
import type { Me } from "@/api/models";
import type { OriginState } from "@/lib/addresses/origin";
import { paths } from "@/lib/addresses/paths";
import { isApple } from "@/lib/browser/platform";
import { ThemeToggle } from "@/ui/controls/theme-toggle";
import { Avatar } from "@/ui/media/avatar";
import { Logo } from "@/ui/media/logo";

/** Shelves that the entry "Audio Notes" covers besides its own page. */
export const otherShelves: readonly string[] = [paths.deepDive(), paths.quickRecap(), paths.chillReview()];

interface EntryProps {
  to: string;
  icon: ReactNode;
  children: ReactNode;
  /** Further pages for which the entry is marked as current. */
  alsoAt?: readonly string[];
}

function Entry({ to, icon, children, alsoAt = [] }: EntryProps) {
  const { pathname } = useLocation();
  if (alsoAt.includes(pathname)) {
    return (
      <Link className="nav" to={to} aria-current="page">
        {icon}
        {children}
      </Link>
    );
  }
  return (
    <NavLink className="nav" to={to} end={to === paths.dashboard()}>
      {icon}
      {children}
    </NavLink>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="nav-group">
      <h2>{name}</h2>
      {children}
    </div>
  );
}

interface SidebarProps {
  /** `undefined` for visitors. */
  me: Pick<Me, "displayUsername" | "profileImageUrl"> | undefined;
  isAdmin: boolean;
  onSearch: () => void;
  onLogOut: () => void;
}

/** Navigation for viewports from 768 px. */
export function Sidebar({ me, isAdmin, onSearch, onLogOut }: SidebarProps) {
  const { pathname, search, hash } = useLocation();
  return (
    <aside className="sidebar" data-testid="sidebar">
      <Link className="brand" to={paths.dashboard()}>
        <Logo />
        Note Ninja
      </Link>
      {me?.displayUsername && (
        <p className="hello t1" title={me.displayUsername}>
          Hello {me.displayUsername}!
        </p>
      )}
      <button
        type="button"
        className="nav-search"
        aria-keyshortcuts={`${isApple ? "Meta" : "Control"}+K`}
        onClick={onSearch}
      >
        <Search aria-hidden="true" />
        Search
        <span className="kbd" aria-hidden="true">
          {isApple ? "⌘K" : "Ctrl K"}
        </span>
      </button>
      <nav aria-label="Main">
        <Group name="Discover">
          <Entry to={paths.dashboard()} icon={<LayoutGrid />}>
            Dashboard
          </Entry>
          <Entry to={paths.browse()} icon={<Compass />}>
            Browse &amp; Discover
          </Entry>
          <Entry to={paths.audioNotes()} icon={<AudioLines />} alsoAt={otherShelves}>
            Audio Notes
          </Entry>
          <Entry to={paths.upload()} icon={<FilePlusCorner />}>
            Request
          </Entry>
        </Group>
        {me && (
          <Group name="Library">
            <Entry to={paths.myNotes()} icon={<Bookmark />}>
              My Notes
            </Entry>
            <Entry to={paths.study()} icon={<Layers />}>
              Study
            </Entry>
            <Entry to={paths.profile()} icon={<Settings2 />}>
              Account
            </Entry>
            <Entry to={paths.account()} icon={<Avatar size="xs" src={me.profileImageUrl} />}>
              Profile
            </Entry>
          </Group>
        )}
        {isAdmin && (
          <Group name="Administration">
            <Entry to={paths.admin()} icon={<ShieldCheck />}>
              Console
            </Entry>
            <Entry to={paths.setupGuides()} icon={<Wrench />}>
              Setup Study Guides
            </Entry>
          </Group>
        )}
      </nav>
      <div className="sidebar-foot">
        {me ? (
          <button type="button" className="nav grow" onClick={onLogOut}>
            <LogOut aria-hidden="true" />
            Logout
          </button>
        ) : (
          <Link
            className="nav grow"
            to={paths.signIn()}
            state={{ from: pathname + search + hash } satisfies OriginState}
          >
            <LogIn aria-hidden="true" />
            Sign in
          </Link>
        )}
        <ThemeToggle />
      </div>
    </aside>
  );
}
