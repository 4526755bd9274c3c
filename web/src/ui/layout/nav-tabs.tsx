import { useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import "./nav-tabs.css";

interface NavTab {
  to: string;
  title: string;
  /** The tab stands for this address alone, not for those that begin like it. */
  end?: boolean;
}

interface NavTabsProps {
  /** What the tabs lead through, for screen readers: 'Shelves'. */
  label: string;
  tabs: readonly NavTab[];
}

/** Pages that stand side by side, as a row of links. On a phone the row scrolls, and the page that is shown is in sight. */
export function NavTabs({ label, tabs }: NavTabsProps) {
  const row = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: which tab is current follows from the address
  useEffect(() => {
    // On a phone the last tab is beyond the edge.
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
