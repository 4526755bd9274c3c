import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { noteFileUrl, noteQuery } from "@/data/notes/notes";
import { useSavedNotes } from "@/data/saved/saved";
import { paths } from "@/lib/urls/paths";
import { useMemberNoteSearch } from "@/parts/member-note-search";
import { PdfNoteCard } from "@/parts/notes/pdf-note-card";
import { useSession } from "@/session/session";
import { CourseBadge } from "@/ui/feedback/badge";
import { SectionHeading } from "@/ui/layout/section-head";

/**
 * Matching notes below the search box, which the user can save without opening their courses. Searches for the query in
 * the URL, which is updated after a pause in typing. Renders nothing without matches.
 */
export function NoteResults() {
  const [params] = useSearchParams();
  const text = (params.get("q") ?? "").trim();
  const { isAdmin } = useSession();
  const queries = useQueryClient();
  const found = useMemberNoteSearch(text);
  const savedIds = new Set(useSavedNotes().notes.map((note) => note.originalNoteId));
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const notes = text === "" || !found.isEnabled ? [] : (found.data?.notes ?? []).filter(({ id }) => !gone.has(id));
  if (notes.length === 0) return null;

  function mark(id: string, isGone: boolean) {
    setGone((before) => new Set(isGone ? [...before, id] : [...before].filter((each) => each !== id)));
  }
  return (
    <section className="browse-found" aria-labelledby="found-notes">
      <SectionHeading id="found-notes" title="Notes" />
      <ul className="pdf-guides">
        {notes.map(({ id, place, title }, index) => (
          <li key={id}>
            <PdfNoteCard
              note={{ id, title, course: place, fileUrl: noteFileUrl(id) }}
              fullNote={() => queries.fetchQuery(noteQuery(id))}
              drawingSeed={index}
              to={paths.noteIn(place, id)}
              subtitle={<CourseBadge code={place} />}
              isSaved={savedIds.has(id)}
              canDelete={isAdmin}
              onDeleted={(isGone) => mark(id, isGone)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
