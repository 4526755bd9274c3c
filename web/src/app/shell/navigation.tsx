import {
  AudioLines,
  Bookmark,
  CircleUserRound,
  Compass,
  FilePlusCorner,
  Layers,
  LayoutGrid,
  type LucideIcon,
  Settings2,
  ShieldCheck,
  Wrench,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { type PageId, pages } from "@/lib/urls/pages";

interface Entry {
  page: PageId;
  icon: LucideIcon;
  group: "Discover" | "Library" | "Administration";
  /** Label in the sidebar. Default: the title of the page. */
  label?: string;
  /** Label in the bottom bar of phones, which has only entries with one. */
  phoneLabel?: string;
  /** Further pages for which the entry is marked as current. */
  alsoAt?: readonly PageId[];
}

/** Entries of the sidebar and of the bottom bar, in order. */
export const navigationEntries: readonly Entry[] = [
  { page: "dashboard", icon: LayoutGrid, group: "Discover", phoneLabel: "Home" },
  { page: "browse", icon: Compass, group: "Discover", phoneLabel: "Browse" },
  {
    page: "audioNotes",
    icon: AudioLines,
    group: "Discover",
    phoneLabel: "Audio",
    alsoAt: ["deepDive", "quickRecap", "chillReview"],
  },
  { page: "upload", icon: FilePlusCorner, group: "Discover", label: "Request" },
  { page: "myNotes", icon: Bookmark, group: "Library", phoneLabel: "My Notes" },
  { page: "study", icon: Layers, group: "Library", phoneLabel: "Study" },
  { page: "profile", icon: Settings2, group: "Library" },
  { page: "account", icon: CircleUserRound, group: "Library", phoneLabel: "Profile" },
  { page: "admin", icon: ShieldCheck, group: "Administration" },
  { page: "setupGuides", icon: Wrench, group: "Administration" },
];

interface EntryLinkProps {
  entry: Entry;
  className?: string;
  children: ReactNode;
}

/** Link to the page of an entry. */
export function NavigationLink({ entry: { page, alsoAt = [] }, className, children }: EntryLinkProps) {
  const { pathname } = useLocation();
  const to = pages[page].pattern;
  if (alsoAt.some((other) => pages[other].pattern === pathname)) {
    return (
      <Link className={className} to={to} aria-current="page">
        {children}
      </Link>
    );
  }
  return (
    <NavLink className={className} to={to} end={page === "dashboard"}>
      {children}
    </NavLink>
  );
}
