import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { Note } from "@/api/models";
import { UNKNOWN_DATE } from "@/core/limits";
import { paths } from "@/lib/addresses/paths";
import { formatDay } from "@/lib/text/format";
import { Like } from "@/parts/liking/like";
import { DeleteNote } from "@/parts/notes/delete-note";
import { DownloadLink } from "@/parts/notes/download-link";
import { firstPage } from "@/parts/notes/note-thumbnail";
import { ReadLink, ReadPicture } from "@/parts/notes/read-link";
import { SaveButton } from "@/parts/notes/save-button";
import { ReportMenu } from "@/parts/report/report-menu";
import { Badge } from "@/ui/feedback/badge";
import { NotePreview } from "@/ui/media/note-preview";

/** Number of notes on the first screen of a large display. */
const FIRST_SCREEN = 4;

interface NoteCardProps {
  note: Note;
  /** Position in the list, which selects the drawing shown without a preview. */
  index: number;
  isSaved: boolean;
  canDelete: boolean;
  /** True for the note that a link leads to: it is scrolled into view and focused. */
  isTarget?: boolean;
}

export function NoteCard({ note, index, isSaved, canDelete, isTarget }: NoteCardProps) {
  const title = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!isTarget) return undefined;
    // The frame focuses the page first.
    const frame = requestAnimationFrame(() => {
      title.current?.focus({ preventScroll: true });
      title.current?.closest("article")?.scrollIntoView({ block: "center" });
    });
    return () => cancelAnimationFrame(frame);
  }, [isTarget]);
  return (
    <article className="card note" aria-labelledby={`note-${note.id}`} aria-current={isTarget ? "location" : undefined}>
      <ReadPicture noteId={note.id} firstPage={firstPage(note.facts)}>
        <NotePreview
          picture={firstPage(note.facts)}
          course={note.course}
          stock={index}
          isFirst={index < FIRST_SCREEN}
        />
      </ReadPicture>
      <div className="b">
        <div className="top">
          <Badge>{note.noteType}</Badge>
          <time className="truncate-1 tabular-nums" dateTime={note.uploadDate}>
            {formatDay(note.uploadDate) || UNKNOWN_DATE}
          </time>
          <span className="end">
            <Like kind="notes" id={note.id} count={note.likes} />
            {canDelete ? (
              <DeleteNote note={note} />
            ) : (
              <ReportMenu size="sm" target={{ kind: "note", id: note.id, title: note.title }} />
            )}
          </span>
        </div>
        <h3 className="truncate-2" id={`note-${note.id}`} title={note.title}>
          <Link ref={title} to={paths.download(note.id)}>
            {note.title}
          </Link>
        </h3>
        <p className="truncate-2">{note.description}</p>
      </div>
      <div className="actions">
        <ReadLink noteId={note.id} firstPage={firstPage(note.facts)} />
        <DownloadLink noteId={note.id} href={note.fileUrl} />
        <SaveButton note={note} isSaved={isSaved} />
      </div>
    </article>
  );
}
