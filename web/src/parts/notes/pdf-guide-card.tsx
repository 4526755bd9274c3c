import type { ReactNode } from "react";
import { Link } from "react-router";
import type { AnyNote, Note } from "@/api/models";
import { NotePreview, type PagePicture } from "@/ui/media/note-preview";
import "./pdf-guide-card.css";
import { DeleteNote } from "./delete-note";
import { DownloadLink } from "./download-link";
import { ReadLink, ReadPicture } from "./read-link";
import { SaveButton } from "./save-button";

export interface PdfGuideCardProps {
  note: Pick<Note, "id" | "title" | "course" | "fileUrl">;
  /** The note as a whole, or how to get it: what 'Add to My Notes' keeps. */
  whole: AnyNote | (() => Promise<AnyNote>);
  picture?: PagePicture | undefined;
  /** Which drawing stands in when there is no picture. */
  stock: number;
  /** Where the title leads. */
  to: string;
  /** Above the title: of which course, since when. */
  about: ReactNode;
  isSaved: boolean;
  /** Whether 'Delete' is offered; who may use it is decided by whoever sets the flag. */
  canDelete?: boolean;
  onDeleted?: (isGone: boolean) => void;
}

/** A note outside of its course, with its PDF at hand: 'Read', 'Download PDF', 'Add to My Notes' and maybe 'Delete'. */
export function PdfGuideCard(props: PdfGuideCardProps) {
  const { note, whole, picture, stock, to, about, isSaved, canDelete = false, onDeleted } = props;
  return (
    <article className="card pdf-guide" aria-labelledby={`pdf-guide-${note.id}`}>
      <ReadPicture noteId={note.id}>
        <NotePreview picture={picture} course={note.course} stock={stock} />
      </ReadPicture>
      <div className="min-w-0">
        <p className="hint num">{about}</p>
        <h3 className="t2" id={`pdf-guide-${note.id}`} title={note.title}>
          <Link to={to}>{note.title}</Link>
        </h3>
      </div>
      <div className="acts">
        <ReadLink noteId={note.id} />
        <DownloadLink noteId={note.id} href={note.fileUrl} />
        <SaveButton note={whole} isSaved={isSaved} />
        {canDelete && <DeleteNote note={note} hasWord {...(onDeleted && { onChange: onDeleted })} />}
      </div>
    </article>
  );
}
