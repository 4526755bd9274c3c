import { LogIn, LogOut, Search } from "lucide-react";
import { Link, useLocation } from "react-router";
import type { Me } from "@/api/models";
import { isApple } from "@/lib/browser/platform";
import { pages } from "@/lib/urls/pages";
import { paths } from "@/lib/urls/paths";
import type { ReturnState } from "@/lib/urls/return-path";
import { ThemeToggle } from "@/ui/controls/theme-toggle";
import { Avatar } from "@/ui/media/avatar";
import { Logo } from "@/ui/media/logo";
import { NavigationLink, navigationEntries } from "./navigation";

interface SidebarProps {
  /** `undefined` for visitors. */
  me: Pick<Me, "displayUsername" | "profileImageUrl"> | undefined;
  isAdmin: boolean;
  onSearch: () => void;
  onSignOut: () => void;
}

/** Navigation for viewports from 768 px. */
export function Sidebar({ me, isAdmin, onSearch, onSignOut }: SidebarProps) {
  const { pathname, search, hash } = useLocation();
  const groups = ["Discover", ...(me ? ["Library"] : []), ...(isAdmin ? ["Administration"] : [])];
  return (
    <aside className="sidebar" data-testid="sidebar">
      <Link className="brand" to={paths.dashboard()}>
        <Logo />
        Note Ninja
      </Link>
      {me?.displayUsername && (
        <p className="hello truncate-1" title={me.displayUsername}>
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
        {groups.map((group) => (
          <div key={group} className="nav-group">
            <h2>{group}</h2>
            {navigationEntries
              .filter((entry) => entry.group === group)
              .map((entry) => (
                <NavigationLink key={entry.page} entry={entry} className="nav">
                  {entry.page === "account" ? <Avatar size="xs" src={me?.profileImageUrl} /> : <entry.icon />}
                  {entry.label ?? pages[entry.page].title}
                </NavigationLink>
              ))}
          </div>
        ))}
      </nav>
      <div className="sidebar-foot">
        {me ? (
          <button type="button" className="nav grow" onClick={onSignOut}>
            <LogOut aria-hidden="true" />
            Logout
          </button>
        ) : (
          <Link
            className="nav grow"
            to={paths.signIn()}
            state={{ from: pathname + search + hash } satisfies ReturnState}
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
