import { Flag } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useSession } from "@/session/session";
import { Button } from "@/ui/controls/button";
import { lazyDialog } from "@/ui/feedback/lazy";
import type { MenuItem } from "@/ui/overlay/menu";
import type { ReportedTarget } from "./reported-target";

const ReportDialog = lazyDialog(async () => (await import("./report-dialog")).ReportDialog);

/**
 * Returns the menu item "Report" and the dialog to render beside the menu. Empty for visitors, because a report needs a
 * reporter.
 */
export function useReport(target: ReportedTarget | undefined): { items: MenuItem[]; dialog: ReactNode } {
  const { status } = useSession();
  const [dialogTarget, setDialogTarget] = useState<ReportedTarget>();
  return {
    items:
      target && status === "signed-in"
        ? [{ label: "Report", icon: <Flag />, onSelect: () => setDialogTarget(target) }]
        : [],
    dialog: dialogTarget && <ReportDialog target={dialogTarget} onClose={() => setDialogTarget(undefined)} />,
  };
}

/** Button with the function of `useReport`. */
export function ReportButton({ target }: { target: ReportedTarget }) {
  const { status } = useSession();
  const [isDialogOpen, setDialogOpen] = useState(false);
  if (status !== "signed-in") return null;
  return (
    <>
      <Button variant="quiet" icon={<Flag />} onClick={() => setDialogOpen(true)}>
        Report
      </Button>
      {isDialogOpen && <ReportDialog target={target} onClose={() => setDialogOpen(false)} />}
    </>
  );
}
