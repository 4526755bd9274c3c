import { Link } from "react-router";
import type { DuplicateItem } from "@/data/uploads/uploads";
import { collectionTitle, contentHref } from "@/lib/urls/collections";
import { Button } from "@/ui/controls/button";
import type { UploadPhase } from "./sending/queue";

type Known = Extract<UploadPhase, { kind: "known" }>;

/** Returns the newest item, whose file is offered for reuse. */
export const newestDuplicate = ({ duplicates }: Known): DuplicateItem | undefined => duplicates[0];

/** Lists the items that already have this file and offers to reuse it. */
export function DuplicateFile({ phase, onReuse }: { phase: Known; onReuse: (source: DuplicateItem) => void }) {
  const source = newestDuplicate(phase);
  if (!source) return null;
  const others = phase.duplicates.length - 1;
  const place = collectionTitle(source.place);
  return (
    <div className="upload-offer" role="alert">
      <p>
        <Link className="link" to={contentHref(source)}>
          {source.title}
        </Link>{" "}
        in {place}
        {source.part && source.part !== place && `, ${source.part},`} already has this file
        {others > 0 && (others === 1 ? ", and so does one other place" : `, and so do ${others} other places`)}. It can
        be used here too, without being sent.
      </p>
      <Button size="sm" onClick={() => onReuse(source)}>
        Use that file
      </Button>
    </div>
  );
}
