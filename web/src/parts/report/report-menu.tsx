import { Ellipsis, Info } from "lucide-react";
import { useNavigate } from "react-router";
import { paths } from "@/lib/urls/paths";
import { IconButton } from "@/ui/controls/icon-button";
import { Menu } from "@/ui/overlay/menu";
import { useOfflineItem } from "../offline/offline-button";
import { useReport } from "./report";
import type { ReportedTarget } from "./reported-target";

interface MoreMenuProps {
  target: ReportedTarget;
  /** Tab index of the button; rows of a table pass their own. */
  tabIndex?: 0 | -1 | undefined;
  size?: "sm" | "md" | undefined;
}

/**
 * Menu with further actions of a note, recording or card. Renders nothing if it can be neither stored offline nor
 * reported, as for visitors.
 */
export function MoreMenu({ target, tabIndex, size }: MoreMenuProps) {
  const report = useReport(target);
  const navigate = useNavigate();
  const { kind, id, title } = target;
  const keep = useOfflineItem(kind === "note" || kind === "audio" ? { kind, id, title } : undefined);
  if (keep.items.length + report.items.length === 0) return null;
  const about = { label: "About this audio note", icon: <Info />, onSelect: () => void navigate(paths.recording(id)) };
  const items = [...(kind === "audio" ? [about] : []), ...keep.items, ...report.items];
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={`More about ${target.title}`}
            title="More"
            icon={<Ellipsis />}
            size={size}
            tabIndex={tabIndex}
          />
        }
        items={items}
      />
      {keep.dialog}
      {report.dialog}
    </>
  );
}
