import type { ReactNode } from "react";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { CancelButton } from "@/ui/overlay/dialog";

interface VersionedFormFooterProps {
  /** True after another administrator's changes were merged into the form. */
  isMerged: boolean;
  problem?: ReactNode;
  busy: boolean;
}

/** Messages and buttons at the end of a form that edits one version of an item. */
export function VersionedFormFooter({ isMerged, problem, busy }: VersionedFormFooterProps) {
  return (
    <>
      {problem ? (
        <Banner kind="bad">{problem}</Banner>
      ) : (
        isMerged && (
          <Banner kind="info">
            This item was changed while you were editing, so your changes are not saved yet. The other changes are now
            in the form, and what you typed is kept. Check the fields, then save again.
          </Banner>
        )
      )}
      <div className="actions">
        <CancelButton disabled={busy} />
        <Button variant="primary" type="submit" busy={busy} busyLabel="Saving...">
          Save
        </Button>
      </div>
    </>
  );
}
