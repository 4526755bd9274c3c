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
  /** The complete note for "Add to My Notes", or a function that fetches it. */
  whole: AnyNote | (() => Promise<AnyNote>);
  picture?: PagePicture | undefined;
  /** Index of the drawing that is shown without a picture. */
  stock: number;
  to: string;
  /** Content above the title: course and date. */
  about: ReactNode;
  isSaved: boolean;
  /** Shows "Delete". The caller checks the permission. */
  canDelete?: boolean;
  onDeleted?: (isGone: boolean) => void;
}

/** Card of a note outside its course, with buttons to read, download, save and delete it. */
export function PdfGuideCard(props: PdfGuideCardProps) {
  const { note, whole, picture, stock, to, about, isSaved, canDelete = false, onDeleted } = props;
  return (
    <article className="card pdf-guide" aria-labelledby={`pdf-guide-${note.id}`}>
      <ReadPicture noteId={note.id}>
        <NotePreview picture={picture} course={note.course} stock={stock} />
      </ReadPicture>
      <div className="min-w-0">
        <p className="hint tabular-nums">{about}</p>
        <h3 className="truncate-2" id={`pdf-guide-${note.id}`} title={note.title}>
          <Link to={to}>{note.title}</Link>
        </h3>
      </div>
      <div className="actions">
        <ReadLink noteId={note.id} />
        <DownloadLink noteId={note.id} href={note.fileUrl} />
        <SaveButton note={whole} isSaved={isSaved} />
        {canDelete && <DeleteNote note={note} hasWord {...(onDeleted && { onChange: onDeleted })} />}
      </div>
    </article>
  );
}
