import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { Note } from "@/api/models";
import { UNKNOWN_DATE } from "@/core/limits";
import { formatDay } from "@/lib/text/format";
import { paths } from "@/lib/urls/paths";
import { ConnectedLikeButton } from "@/parts/likes/item-like-button";
import { DeleteNoteButton } from "@/parts/notes/delete-note";
import { DownloadLink } from "@/parts/notes/download-link";
import { firstPageThumbnail } from "@/parts/notes/note-thumbnail";
import { NotePictureLink, ReadNoteLink } from "@/parts/notes/read-link";
import { SaveNoteButton } from "@/parts/notes/save-button";
import { MoreMenu } from "@/parts/report/report-menu";
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
    // The layout focuses the page first, so this focus is set in the next frame.
    const frame = requestAnimationFrame(() => {
      title.current?.focus({ preventScroll: true });
      title.current?.closest("article")?.scrollIntoView({ block: "center" });
    });
    return () => cancelAnimationFrame(frame);
  }, [isTarget]);
  return (
    <article className="card note" aria-labelledby={`note-${note.id}`} aria-current={isTarget ? "location" : undefined}>
      <NotePictureLink noteId={note.id} firstPage={firstPageThumbnail(note.facts)}>
        <NotePreview
          picture={firstPageThumbnail(note.facts)}
          course={note.course}
          drawingSeed={index}
          isFirst={index < FIRST_SCREEN}
        />
      </NotePictureLink>
      <div className="b">
        <div className="top">
          <Badge>{note.noteType}</Badge>
          <time className="truncate-1 tabular-nums" dateTime={note.uploadDate}>
            {formatDay(note.uploadDate) || UNKNOWN_DATE}
          </time>
          <span className="end">
            <ConnectedLikeButton kind="notes" id={note.id} count={note.likes} />
            {canDelete ? (
              <DeleteNoteButton note={note} />
            ) : (
              <MoreMenu size="sm" target={{ kind: "note", id: note.id, title: note.title }} />
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
        <ReadNoteLink noteId={note.id} firstPage={firstPageThumbnail(note.facts)} />
        <DownloadLink noteId={note.id} href={note.fileUrl} />
        <SaveNoteButton note={note} isSaved={isSaved} />
      </div>
    </article>
  );
}
