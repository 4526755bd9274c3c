import { Link2 } from "lucide-react";
import { Button, type ButtonSize } from "@/ui/controls/button";
import { Menu, type MenuItem } from "@/ui/overlay/menu";
import { shareLink } from "./share-link";

/** A page of the app that can be shared. */
export interface Shareable {
  path: string;
  title: string;
  /** The current position in the page, for example in a recording. `path` is called when the link is shared. */
  here?: { label: string; path: () => string } | undefined;
}

/** Returns the menu items that share a page, as a whole and from the current position. */
export function shareItems({ path, title, here }: Shareable): MenuItem[] {
  const whole = { label: "Share", icon: <Link2 />, onSelect: () => void shareLink(path, title) };
  if (!here) return [whole];
  return [whole, { label: here.label, icon: <Link2 />, onSelect: () => void shareLink(here.path(), title) }];
}

/** Button that shares a page. With a current position, it opens a menu with both links. */
export function ShareButton({ size, ...shared }: Shareable & { size?: ButtonSize }) {
  const look = { variant: "quiet", size, icon: <Link2 /> } as const;
  if (shared.here) return <Menu align="start" trigger={<Button {...look}>Share</Button>} items={shareItems(shared)} />;
  return (
    <Button {...look} onClick={() => void shareLink(shared.path, shared.title)}>
      Share
    </Button>
  );
}
