import { BookmarkMinus, FileText } from "lucide-react";
import type { SavedNote } from "@/api/models";
import { MY_NOTES_STOCK_IMAGES } from "@/core/limits";
import { useLike } from "@/data/likes/likes";
import type { NoteUpdate } from "@/data/notes/note-updates";
import { recordDownload } from "@/data/notes/notes";
import { formatDay } from "@/lib/text/format";
import { toneOf } from "@/lib/urls/subjects";
import { savedNoteThumbnail } from "@/parts/notes/note-thumbnail";
import { ReadNoteLink } from "@/parts/notes/read-link";
import { SubjectBadge, subjectOf } from "@/parts/notes/subject-badge";
import { Button } from "@/ui/controls/button";
import { IconButton } from "@/ui/controls/icon-button";
import { LikeButton } from "@/ui/controls/like-button";
import { Badge } from "@/ui/feedback/badge";
import { NotePreview } from "@/ui/media/note-preview";
import { openSavedFile } from "./open-saved-file";

export function savedNoteSubtitle({ description, fileName }: Partial<SavedNote>): string {
  return description || fileName || "";
}

/** Returns the message about the deletion of the original note. */
export function deletedOriginalText({ fileUntil }: NoteUpdate): string {
  return fileUntil
    ? `The original was deleted. Its file is kept until ${formatDay(fileUntil)}.`
    : "The original and its file were deleted.";
}

interface SavedCardProps {
  note: SavedNote;
  index: number;
  /** True if the note is stored on this device only. */
  isPending: boolean;
  /** Set if the original note was deleted; then the card shows the copy. */
  deleted?: NoteUpdate | undefined;
  onRemove: () => void;
}

/** Card of a saved note that opens its file, or explains that the original was deleted. */
export function SavedNoteCard({ note, index, isPending, deleted, onRemove }: SavedCardProps) {
  const subject = subjectOf(note);
  return (
    <article className="card saved" aria-labelledby={`saved-${note.id}`}>
      <span className={`saved-thumbnail tone-${toneOf(subject)}`}>
        <NotePreview
          picture={deleted ? undefined : savedNoteThumbnail(note)}
          course={subject}
          drawingSeed={index % MY_NOTES_STOCK_IMAGES}
        />
      </span>
      <div className="b">
        <SubjectBadge note={note} /> {isPending && <Badge kind="warn">On this device</Badge>}
        {deleted && <Badge kind="warn">Deleted</Badge>}
        <h3 className="truncate-2" id={`saved-${note.id}`} title={note.title}>
          {deleted ? (
            note.title
          ) : (
            <a
              className="stretched"
              href={note.fileUrl}
              target="_blank"
              rel="noopener"
              onClick={() => recordDownload(note.originalNoteId)}
            >
              {note.title}
            </a>
          )}
        </h3>
        {deleted ? (
          <p>{deletedOriginalText(deleted)}</p>
        ) : (
          <p className="truncate-1" title={savedNoteSubtitle(note)}>
            {savedNoteSubtitle(note)}
          </p>
        )}
      </div>
      <div className="foot">
        {(!deleted || deleted.fileUntil) && !isPending && <ReadNoteLink noteId={note.originalNoteId} />}
        {deleted ? <DeletedFile noteId={note.originalNoteId} deleted={deleted} /> : <SavedLike note={note} />}
        <IconButton size="sm" label="Remove from My Notes" icon={<BookmarkMinus />} onClick={onRemove} />
      </div>
    </article>
  );
}

function SavedLike({ note }: { note: SavedNote }) {
  return <LikeButton {...useLike("notes", note.originalNoteId, note.likes)} />;
}

function DeletedFile({ noteId, deleted }: { noteId: string; deleted: NoteUpdate }) {
  if (!deleted.fileUntil) return <span />;
  return (
    <Button size="sm" icon={<FileText />} onClick={() => void openSavedFile(noteId)}>
      Open file
    </Button>
  );
}
