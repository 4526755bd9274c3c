import { problemText } from "@/api/problem";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { toast } from "@/ui/feedback/toast";
import { CancelButton } from "@/ui/overlay/dialog";

interface EditFormEndProps {
  /** Whether somebody else was quicker: then theirs has to be loaded before anything is saved. */
  isOutdated: boolean;
  onReload: () => Promise<void>;
  problem?: string | undefined;
  busy: boolean;
}

/** The end of a form that edits one version of something: what is wrong, and the buttons. */
export function EditFormEnd({ isOutdated, onReload, problem, busy }: EditFormEndProps) {
  return (
    <>
      {isOutdated ? (
        <Banner
          kind="bad"
          action={
            <Button
              size="sm"
              onClick={() => onReload().catch((error: unknown) => toast(problemText(error), { kind: "error" }))}
            >
              Load it
            </Button>
          }
        >
          Somebody else changed this meanwhile. Load the newest version and edit that.
        </Banner>
      ) : (
        problem && <Banner kind="bad">{problem}</Banner>
      )}
      <div className="acts">
        <CancelButton disabled={busy} />
        <Button variant="primary" type="submit" busy={busy} busyLabel="Saving..." disabled={isOutdated}>
          Save
        </Button>
      </div>
    </>
  );
}
