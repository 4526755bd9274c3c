import { Trash2 } from "lucide-react";
import { Link } from "react-router";
import type { AlbumNote } from "@/api/models";
import { UNKNOWN_DATE } from "@/core/limits";
import { useLike } from "@/data/likes/likes";
import { formatDay } from "@/lib/text/format";
import { paths } from "@/lib/urls/paths";
import { DownloadLink } from "@/parts/notes/download-link";
import { firstPageThumbnail, noteThumbnail } from "@/parts/notes/note-thumbnail";
import { NotePictureLink, ReadNoteLink } from "@/parts/notes/read-link";
import { SaveNoteButton } from "@/parts/notes/save-button";
import { SubjectBadge } from "@/parts/notes/subject-badge";
import { MoreMenu } from "@/parts/report/report-menu";
import { IconButton } from "@/ui/controls/icon-button";
import { LikeButton } from "@/ui/controls/like-button";
import { NotePreview } from "@/ui/media/note-preview";

interface AlbumNoteCardProps {
  note: AlbumNote;
  /** Position in the list, which selects the drawing shown without a picture. */
  index: number;
  isSaved: boolean;
  /** Deletes the note; set if the user may do so. */
  onDelete?: (() => void) | undefined;
}

export function AlbumNoteCard({ note, index, isSaved, onDelete }: AlbumNoteCardProps) {
  const like = useLike("notes", note.id, note.likes);
  return (
    <article className="card note album-note" aria-labelledby={`note-${note.id}`}>
      <NotePictureLink noteId={note.id} firstPage={firstPageThumbnail(note.facts)}>
        <NotePreview picture={noteThumbnail(note)} course={note.courseCode ?? note.subject} drawingSeed={index} />
      </NotePictureLink>
      <div className="b">
        <div className="top">
          <SubjectBadge note={note} />
          <time className="truncate-1 tabular-nums" dateTime={note.uploadDate}>
            {formatDay(note.uploadDate) || UNKNOWN_DATE}
          </time>
          <span className="end">
            <LikeButton {...like} />
            {onDelete ? (
              <IconButton
                size="sm"
                danger
                label={`Delete ${note.title}`}
                title="Delete"
                icon={<Trash2 />}
                onClick={onDelete}
              />
            ) : (
              <MoreMenu size="sm" target={{ kind: "note", id: note.id, title: note.title }} />
            )}
          </span>
        </div>
        <h3 className="truncate-2" id={`note-${note.id}`} title={note.title}>
          <Link to={paths.download(note.id)}>{note.title}</Link>
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
