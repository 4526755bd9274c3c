import { useEffect, useRef } from "react";
import { NavLink } from "react-router";
import { shelves } from "./shelves";

/** The way from shelf to shelf. */
export function ShelfTabs() {
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the last tab is beyond the edge.
    tabs.current?.querySelector("[aria-current]")?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, []);
  return (
    <nav ref={tabs} className="shelf-tabs tabs" aria-label="Shelves">
      {Object.values(shelves).map(({ id, title, href }) => (
        <NavLink key={id} className="tab" to={href}>
          {title}
        </NavLink>
      ))}
    </nav>
  );
}
