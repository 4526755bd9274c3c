import { Download } from "lucide-react";
import { AddButton, type SaveState } from "@/parts/notes/save-button";
import { Button } from "@/ui/button";
import { Cover } from "@/ui/cover";

export interface PdfGuideCardProps {
  code: string;
  title: string;
  description: string;
  /** Address of the attached PDF. Without one the card offers to add the guide instead. */
  pdfUrl?: string | undefined;
  /** Whether 'Delete' is offered; who may use it is decided by whoever sets the flag. */
  canDelete?: boolean;
  onDelete?: () => void;
  saveState: SaveState;
  onAdd: () => void;
}

/** A guide card with its PDF at hand: 'Download PDF' and maybe 'Delete', or 'Add to My Notes'. */
export function PdfGuideCard(props: PdfGuideCardProps) {
  const { code, title, description, pdfUrl, canDelete = false, onDelete, saveState, onAdd } = props;
  return (
    <article className="card guide">
      <Cover code={code} size="card" />
      <div className="body">
        <h3 className="t2" title={title}>
          {title}
        </h3>
        <p className="t2">{description}</p>
        <div className="foot">
          {pdfUrl ? (
            <>
              <a className="btn outlined sm" href={pdfUrl} target="_blank" rel="noopener">
                <Download aria-hidden="true" />
                Download PDF
              </a>
              {canDelete && (
                <Button size="sm" variant="danger-quiet" onClick={onDelete}>
                  Delete
                </Button>
              )}
            </>
          ) : (
            <AddButton state={saveState} onAdd={onAdd} />
          )}
        </div>
      </div>
    </article>
  );
}
