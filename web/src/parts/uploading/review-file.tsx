import { AccessibilityFindings } from "@/parts/accessibility/report";
import { Button } from "@/ui/controls/button";
import type { UploadPhase } from "./sending/queue";

interface ReviewFileProps {
  phase: Extract<UploadPhase, { kind: "review" }>;
  fileName: string;
  onPublish: () => void;
}

/** Shows the accessibility report of a checked file and offers to publish it. */
export function ReviewFile({ phase: { report, hasFollowUp }, fileName, onPublish }: ReviewFileProps) {
  return (
    <div className="upload-review">
      {report ? <AccessibilityFindings report={report} /> : <p>The accessibility of this file could not be checked.</p>}
      <p>
        Students cannot see it yet. It is kept for one day.
        {hasFollowUp && " Keep this page open until the note's picture has been sent, after you publish."}
      </p>
      <Button size="sm" variant="primary" aria-label={`Publish ${fileName}`} onClick={onPublish}>
        Publish
      </Button>
    </div>
  );
}
