import { LogOut } from "lucide-react";
import { EntryLink, entries } from "./navigation";

/** Navigation for members on phones. */
export function BottomBar({ onLogOut }: { onLogOut: () => void }) {
  return (
    <nav className="bottom-bar" aria-label="Bottom">
      {entries
        .filter(({ phoneLabel }) => phoneLabel)
        .map((entry) => (
          <EntryLink key={entry.page} entry={entry}>
            <entry.icon aria-hidden="true" />
            {entry.phoneLabel}
          </EntryLink>
        ))}
      <button type="button" onClick={onLogOut}>
        <LogOut aria-hidden="true" />
        Logout
      </button>
    </nav>
  );
}
