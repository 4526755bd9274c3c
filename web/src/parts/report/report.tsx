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
export function useReport(thing: ReportedTarget | undefined): { items: MenuItem[]; dialog: ReactNode } {
  const { status } = useSession();
  const [asked, setAsked] = useState<ReportedTarget>();
  return {
    items:
      thing && status === "signed-in" ? [{ label: "Report", icon: <Flag />, onSelect: () => setAsked(thing) }] : [],
    dialog: asked && <ReportDialog thing={asked} onClose={() => setAsked(undefined)} />,
  };
}

/** Button with the function of `useReport`. */
export function ReportButton({ thing }: { thing: ReportedTarget }) {
  const { status } = useSession();
  const [isAsked, setAsked] = useState(false);
  if (status !== "signed-in") return null;
  return (
    <>
      <Button variant="quiet" icon={<Flag />} onClick={() => setAsked(true)}>
        Report
      </Button>
      {isAsked && <ReportDialog thing={thing} onClose={() => setAsked(false)} />}
    </>
  );
}
