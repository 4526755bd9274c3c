import { FilePlusCorner, Search } from "lucide-react";
import { Link, NavLink } from "react-router";
import { paths } from "@/lib/urls/paths";
import { IconButton } from "@/ui/controls/icon-button";
import { ThemeToggle } from "@/ui/controls/theme-toggle";
import { Logo } from "@/ui/media/logo";

/** Header for members on phones, with the actions that do not fit in the bottom bar. */
export function MobileHeader({ onSearch }: { onSearch: () => void }) {
  return (
    <header className="phone-head">
      <Link className="brand" to={paths.dashboard()} aria-label="Note Ninja">
        <Logo />
        <span className="truncate-1">Note Ninja</span>
      </Link>
      <NavLink className="icon-btn" to={paths.upload()} aria-label="Request a course" title="Request a course">
        <FilePlusCorner aria-hidden="true" />
      </NavLink>
      <ThemeToggle size="md" />
      <IconButton label="Search everything" icon={<Search />} onClick={onSearch} />
    </header>
  );
}
