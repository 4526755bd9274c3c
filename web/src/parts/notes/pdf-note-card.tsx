import type { ReactNode } from "react";
import { Link } from "react-router";
import type { CourseOrAlbumNote, Note } from "@/api/models";
import { NotePreview, type PagePicture } from "@/ui/media/note-preview";
import "./pdf-note-card.css";
import { DeleteNoteButton } from "./delete-note";
import { DownloadLink } from "./download-link";
import { NotePictureLink, ReadNoteLink } from "./read-link";
import { SaveNoteButton } from "./save-button";

export interface PdfGuideCardProps {
  note: Pick<Note, "id" | "title" | "course" | "fileUrl">;
  /** The complete note for "Add to My Notes", or a function that fetches it. */
  fullNote: CourseOrAlbumNote | (() => Promise<CourseOrAlbumNote>);
  picture?: PagePicture | undefined;
  /** Index of the drawing that is shown if there is no image. */
  drawingSeed: number;
  to: string;
  /** Content above the title: course and date. */
  subtitle: ReactNode;
  isSaved: boolean;
  /** True to show "Delete". The caller checks the permission. */
  canDelete?: boolean;
  onDeleted?: (isGone: boolean) => void;
}

/** Card of a note outside its course, with buttons to read, download, save and delete it. */
export function PdfNoteCard(props: PdfGuideCardProps) {
  const { note, fullNote, picture, drawingSeed, to, subtitle, isSaved, canDelete = false, onDeleted } = props;
  return (
    <article className="card pdf-guide" aria-labelledby={`pdf-guide-${note.id}`}>
      <NotePictureLink noteId={note.id}>
        <NotePreview picture={picture} course={note.course} drawingSeed={drawingSeed} />
      </NotePictureLink>
      <div className="min-w-0">
        <p className="hint tabular-nums">{subtitle}</p>
        <h3 className="truncate-2" id={`pdf-guide-${note.id}`} title={note.title}>
          <Link to={to}>{note.title}</Link>
        </h3>
      </div>
      <div className="actions">
        <ReadNoteLink noteId={note.id} />
        <DownloadLink noteId={note.id} href={note.fileUrl} />
        <SaveNoteButton note={fullNote} isSaved={isSaved} />
        {canDelete && <DeleteNoteButton note={note} hasLabel {...(onDeleted && { onChange: onDeleted })} />}
      </div>
    </article>
  );
}
