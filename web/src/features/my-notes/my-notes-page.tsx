import { Bookmark, Compass, Highlighter, NotebookPen, SearchX } from "lucide-react";
import { useState } from "react";
import type { SavedNote } from "@/api/models";
import { problemText } from "@/api/problem";
import { useNoteUpdates } from "@/data/notes/note-updates";
import { useRemoveSavedNote, useSavedNotes } from "@/data/saved/saved";
import { usePageTitle } from "@/lib/browser/page-title";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { subjectOf } from "@/parts/notes/subject-badge";
import { useSession } from "@/session/session";
import { Button, LinkButton } from "@/ui/controls/button";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton, SkeletonText } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { toast } from "@/ui/feedback/toast";
import { PageHeader } from "@/ui/layout/page-header";
import { EmptyStateDrawing } from "./empty-art";
import { GuestNotes } from "./guest-notes";
import "./my-notes.css";
import { SavedNoteCard } from "./saved-note-card";

/** Number of notes from which a filter is shown. */
const FILTER_FROM_NOTES = 9;

/** Returns true if the text of the card contains all words of `filter`. */
function matchesFilter(note: SavedNote, filter: string): boolean {
  const shown = [
    note.title,
    note.description,
    note.fileName,
    subjectOf(note),
    displayCode(subjectOf(note)),
    note.noteType,
  ]
    .join(" ")
    .toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => shown.includes(word));
}

/** Returns a text such as `8 notes from 7 courses`. */
function summary(notes: readonly SavedNote[]): string {
  const courses = new Set(notes.map(subjectOf)).size;
  const word = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;
  return `${word(notes.length, "note")} from ${word(courses, "course")}`;
}

export function MyNotesPage() {
  const { me } = useSession();
  usePageTitle("My Notes");
  return me ? <Collection /> : null;
}

function Collection() {
  const { deleted, isPending } = useNoteUpdates({ always: true });
  const known = useSavedNotes();
  const saved = isPending && known.notes.length > 0 ? { ...known, notes: [], isPending } : known;
  const remove = useRemoveSavedNote();
  const [filter, setFilter] = useState("");
  const shown = saved.notes.filter((note) => matchesFilter(note, filter));

  function removeNote(note: SavedNote) {
    remove.mutate(note, {
      onError: (error) => {
        console.warn("A saved note was not removed.", error);
        toast(`Failed to remove note. Please try again. ${problemText(error)}`, {
          kind: "error",
          action: { label: "Retry", onClick: () => removeNote(note) },
        });
      },
    });
  }

  return (
    <>
      <PageHeader
        title="My Notes"
        subtitle={saved.notes.length > 0 ? summary(saved.notes) : undefined}
        actions={
          <>
            {saved.notes.length >= FILTER_FROM_NOTES && (
              <input
                type="search"
                className="input my-notes-filter"
                aria-label="Filter your notes"
                placeholder="Filter your notes"
                value={filter}
                onChange={(event) => setFilter(event.target.value)}
              />
            )}
            <LinkButton to={paths.myHighlights()} icon={<Highlighter />}>
              My highlights
            </LinkButton>
            <LinkButton to={paths.myBookmarks()} icon={<Bookmark />}>
              My bookmarks
            </LinkButton>
            <LinkButton to={paths.myCards()} icon={<NotebookPen />}>
              My cards
            </LinkButton>
          </>
        }
      />
      <GuestNotes />
      {saved.isError && saved.notes.length > 0 && (
        <LoadError variant="banner" error={saved.error} className="mb-4" onRetry={saved.refetch}>
          Could not load the latest list. Showing the copy on this device.
        </LoadError>
      )}
      {saved.notes.length === 0 ? (
        <Nothing saved={saved} />
      ) : shown.length === 0 ? (
        <StatusPlaceholder
          icon={<SearchX />}
          title={`None of your notes match “${filter}”`}
          action={<Button onClick={() => setFilter("")}>Show all</Button>}
        />
      ) : (
        <section className="mine my-notes-grid" aria-label="Saved notes">
          <h2 className="sr-only">Saved notes</h2>
          {shown.map((note, index) => (
            <SavedNoteCard
              key={note.originalNoteId}
              note={note}
              index={index}
              isPending={saved.waitingIds.has(note.originalNoteId)}
              deleted={deleted.get(note.originalNoteId)}
              onRemove={() => removeNote(note)}
            />
          ))}
        </section>
      )}
    </>
  );
}

function Nothing({ saved }: { saved: ReturnType<typeof useSavedNotes> }) {
  if (saved.isPending) {
    return (
      <div className="mine" role="status" aria-label="Loading...">
        {["a", "b", "c", "d"].map((key) => (
          <div key={key} className="card saved">
            <Skeleton className="saved-thumbnail" />
            <div className="b pb-8">
              <Skeleton className="mb-3 h-5 w-16" />
              <SkeletonText lines={2} />
            </div>
          </div>
        ))}
      </div>
    );
  }
  if (saved.isError || saved.isOffline) {
    return (
      <LoadError
        variant="page"
        error={saved.error}
        body="Your notes are safe. They will appear when Note Ninja can be reached."
        onRetry={saved.refetch}
      >
        {saved.isOffline ? "You're offline" : "Could not load"}
      </LoadError>
    );
  }
  return (
    <StatusPlaceholder
      icon={<EmptyStateDrawing />}
      title="Oops, nothing's here yet! No notes found."
      body="Notes you add from a course stay here even if the course page changes."
      action={
        <LinkButton variant="primary" to={paths.browse()} icon={<Compass />}>
          Browse & Discover
        </LinkButton>
      }
    />
  );
}
