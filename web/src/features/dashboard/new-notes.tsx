import { useQuery } from "@tanstack/react-query";
import { newNotesQuery } from "@/data/notes/new-notes";
import { useSavedNotes } from "@/data/saved/saved";
import { formatDay } from "@/lib/text/format";
import { paths } from "@/lib/urls/paths";
import { firstPageThumbnail } from "@/parts/notes/note-thumbnail";
import { PdfNoteCard } from "@/parts/notes/pdf-note-card";
import { useSession } from "@/session/session";
import { CourseBadge } from "@/ui/feedback/badge";
import { LoadError } from "@/ui/feedback/load-error";
import { SectionHeading } from "@/ui/layout/section-head";

/** New notes in followed courses. Renders nothing if the list is empty. */
export function NewNotes() {
  const { isAdmin } = useSession();
  const notes = useQuery(newNotesQuery);
  const savedIds = new Set(useSavedNotes().notes.map((note) => note.originalNoteId));
  const list = notes.data ?? [];
  if (list.length === 0 && !notes.isError) return null;
  return (
    <section aria-labelledby="new-notes">
      <SectionHeading id="new-notes" title="New in your courses" />
      {notes.isError && (
        <LoadError variant="banner" error={notes.error} onRetry={notes.refetch}>
          Could not load new notes
        </LoadError>
      )}
      <ul className="pdf-guides">
        {list.map((note, index) => (
          <li key={note.id}>
            <PdfNoteCard
              note={note}
              fullNote={note}
              picture={firstPageThumbnail(note.facts)}
              drawingSeed={index}
              to={paths.download(note.id)}
              subtitle={
                <>
                  <CourseBadge code={note.course} /> {formatDay(note.uploadDate)}
                </>
              }
              isSaved={savedIds.has(note.id)}
              canDelete={isAdmin}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
