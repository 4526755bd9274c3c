import { BookmarkMinus } from "lucide-react";
import { useLike } from "@/api/likes";
import type { SavedNote } from "@/api/models";
import { recordDownload } from "@/api/notes";
import { MY_NOTES_STOCK_IMAGES } from "@/core/limits";
import { toneOf } from "@/lib/subjects";
import { keptPicture } from "@/parts/notes/first-page";
import { SubjectBadge, subjectOf } from "@/parts/notes/subject-badge";
import { Badge } from "@/ui/badge";
import { IconButton } from "@/ui/icon-button";
import { LikeButton } from "@/ui/like-button";
import { NotePreview } from "@/ui/note-preview";

/** The line under the title: the description, else the file's name. */
export function lineUnderTitle({ description, fileName }: Partial<SavedNote>): string {
  return description || fileName || "";
}

interface SavedCardProps {
  note: SavedNote;
  index: number;
  /** On this device only, so far. */
  isWaiting: boolean;
  onRemove: () => void;
}

/** A saved note: its first page, course, title, like; the card opens the file. */
export function SavedCard({ note, index, isWaiting, onRemove }: SavedCardProps) {
  const like = useLike("notes", note.originalNoteId, note.likes);
  const subject = subjectOf(note);
  return (
    <article className="card saved" aria-labelledby={`saved-${note.id}`}>
      <span className={`peek tone-${toneOf(subject)}`}>
        <NotePreview picture={keptPicture(note)} course={subject} stock={index % MY_NOTES_STOCK_IMAGES} />
      </span>
      <div className="b">
        <SubjectBadge note={note} /> {isWaiting && <Badge kind="warn">On this device</Badge>}
        <h3 className="t2" id={`saved-${note.id}`} title={note.title}>
          <a
            className="stretched"
            href={note.fileUrl}
            target="_blank"
            rel="noopener"
            onClick={() => recordDownload(note.originalNoteId)}
          >
            {note.title}
          </a>
        </h3>
        <p className="t1" title={lineUnderTitle(note)}>
          {lineUnderTitle(note)}
        </p>
      </div>
      <div className="foot">
        <LikeButton {...like} />
        <IconButton size="sm" label="Remove from My Notes" icon={<BookmarkMinus />} onClick={onRemove} />
      </div>
    </article>
  );
}
