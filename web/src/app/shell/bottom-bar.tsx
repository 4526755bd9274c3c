import { LogOut } from "lucide-react";
import { NavigationLink, navigationEntries } from "./navigation";

/** Navigation for members on phones. */
export function BottomBar({ onSignOut }: { onSignOut: () => void }) {
  return (
    <nav className="bottom-bar" aria-label="Bottom">
      {navigationEntries
        .filter(({ phoneLabel }) => phoneLabel)
        .map((entry) => (
          <NavigationLink key={entry.page} entry={entry}>
            <entry.icon aria-hidden="true" />
            {entry.phoneLabel}
          </NavigationLink>
        ))}
      <button type="button" onClick={onSignOut}>
        <LogOut aria-hidden="true" />
        Logout
      </button>
    </nav>
  );
}
