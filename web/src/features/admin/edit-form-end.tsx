import { problemText } from "@/api/problem";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { toast } from "@/ui/feedback/toast";
import { CancelButton } from "@/ui/overlay/dialog";

interface EditFormEndProps {
  /** True after a version conflict: the newest version must be loaded before saving. */
  isOutdated: boolean;
  onReload: () => Promise<void>;
  problem?: string | undefined;
  busy: boolean;
}

/** Error messages and buttons at the end of a form that edits one version of an item. */
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
          Someone else has changed this. Load the latest version and edit that.
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
