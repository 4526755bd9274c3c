import { useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import "./nav-tabs.css";

interface NavTab {
  to: string;
  title: string;
  /** True if the tab matches only its exact path. */
  end?: boolean;
}

interface NavTabsProps {
  /** Accessible name of the navigation, for example "Shelves". */
  label: string;
  tabs: readonly NavTab[];
}

/** Row of links to sibling pages. On a phone the row scrolls to the current page. */
export function NavTabs({ label, tabs }: NavTabsProps) {
  const row = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL determines the current tab
  useEffect(() => {
    row.current?.querySelector("[aria-current]")?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [pathname]);
  return (
    <nav ref={row} className="nav-tabs tabs" aria-label={label}>
      {tabs.map(({ to, title, end = false }) => (
        <NavLink key={to} className="tab" to={to} end={end}>
          {title}
        </NavLink>
      ))}
    </nav>
  );
}
