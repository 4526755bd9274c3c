import { NavLink } from "react-router";
import { shelves } from "./shelves";

/** The way from shelf to shelf. */
export function ShelfTabs() {
  return (
    <nav className="shelf-tabs tabs" aria-label="Shelves">
      {Object.values(shelves).map(({ id, title, href }) => (
        <NavLink key={id} className="tab" to={href}>
          {title}
        </NavLink>
      ))}
    </nav>
  );
}
