import { LogOut } from "lucide-react";
import { EntryLink, entries } from "./navigation";

/** Navigation for members on phones. */
export function BottomBar({ onSignOut }: { onSignOut: () => void }) {
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
      <button type="button" onClick={onSignOut}>
        <LogOut aria-hidden="true" />
        Logout
      </button>
    </nav>
  );
}
