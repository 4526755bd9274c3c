import { Link } from "react-router";
import type { SavedNote } from "@/api/models";
import { useNoteUpdates } from "@/data/notes/note-updates";
import { recordDownload } from "@/data/notes/notes";
import { useSavedNotes } from "@/data/saved/saved";
import { paths } from "@/lib/urls/paths";
import { savedNoteThumbnail } from "@/parts/notes/note-thumbnail";
import { SubjectBadge, subjectOf } from "@/parts/notes/subject-badge";
import { Badge } from "@/ui/feedback/badge";
import { SectionHeading } from "@/ui/layout/section-head";
import { NotePreview } from "@/ui/media/note-preview";

/** Number of notes in one row. */
const SHOWN = 4;

/** Notes that the student saved last. Renders nothing if the list is empty. */
export function RecentlySaved() {
  const { notes } = useSavedNotes();
  const { deleted, isPending } = useNoteUpdates();
  if (notes.length === 0 || isPending) return null;
  return (
    <section aria-labelledby="recently-saved">
      <SectionHeading id="recently-saved" title="Recently saved" fills>
        <Link className="link" to={paths.myNotes()}>
          My Notes
        </Link>
      </SectionHeading>
      <ul className="dashboard-row">
        {notes.slice(0, SHOWN).map((note, index) => (
          <li key={note.originalNoteId} className="card">
            {deleted.has(note.originalNoteId) ? (
              <DeletedNote note={note} index={index} />
            ) : (
              <KeptNote note={note} index={index} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function KeptNote({ note, index }: { note: SavedNote; index: number }) {
  return (
    <>
      <NotePreview picture={savedNoteThumbnail(note)} course={subjectOf(note)} drawingSeed={index} />
      <div className="min-w-0">
        <SubjectBadge note={note} />
        <a
          className="truncate-2 stretched"
          href={note.fileUrl}
          target="_blank"
          rel="noopener"
          title={note.title}
          onClick={() => recordDownload(note.originalNoteId)}
        >
          {note.title}
        </a>
      </div>
    </>
  );
}

/** Entry of a deleted note, with a link to its copy in My Notes. */
function DeletedNote({ note, index }: { note: SavedNote; index: number }) {
  return (
    <>
      <NotePreview course={subjectOf(note)} drawingSeed={index} />
      <div className="min-w-0">
        <SubjectBadge note={note} /> <Badge kind="warn">Deleted</Badge>
        <Link className="truncate-2 stretched" to={paths.myNotes()} title={note.title}>
          {note.title}
        </Link>
      </div>
    </>
  );
}
