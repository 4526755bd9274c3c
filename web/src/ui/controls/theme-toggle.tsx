import { Moon, Sun, SunMoon } from "lucide-react";
import { useSyncExternalStore } from "react";
import { currentTheme, nextTheme, onThemeChange, setTheme, systemIsDark } from "@/lib/browser/theme";
import { IconButton } from "./icon-button";

const looks = {
  system: { label: "Theme: follow the system", Icon: SunMoon },
  light: { label: "Theme: light", Icon: Sun },
  dark: { label: "Theme: dark", Icon: Moon },
} as const;

/** Button that cycles through the system theme, its opposite, and the other theme. */
export function ThemeToggle({ size = "sm" }: { size?: "sm" | "md" }) {
  const theme = useSyncExternalStore(onThemeChange, currentTheme, () => "system" as const);
  const { label, Icon } = looks[theme];
  return (
    <IconButton size={size} label={label} icon={<Icon />} onClick={() => setTheme(nextTheme(theme, systemIsDark()))} />
  );
}
