import { Download, Highlighter, SearchX } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { problemDetail } from "@/api/problem";
import { useHighlights } from "@/data/highlights/highlights";
import { usePageTitle } from "@/lib/browser/page-title";
import { saveFile } from "@/lib/browser/save-file";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { Button, LinkButton } from "@/ui/controls/button";
import { LoadError } from "@/ui/feedback/load-error";
import { SkeletonText } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { PageHeader } from "@/ui/layout/page-header";
import { groupByNote, type HighlightedNote, toMarkdown } from "./highlights";
import "./my-notes.css";

/** Number of highlights from which a filter is shown. */
const FILTER_FROM = 6;

/** List of the student's highlights in all notes, with links to their pages. */
export function HighlightsPage() {
  usePageTitle("My highlights");
  const { highlights, error, isPending, refetch } = useHighlights();
  const [filter, setFilter] = useState("");
  const notes = groupByNote(highlights, filter);
  return (
    <>
      <PageHeader
        eyebrow={<Link to={paths.myNotes()}>My Notes</Link>}
        title="My highlights"
        subtitle={highlights.length > 0 ? countText(highlights.length, groupByNote(highlights).length) : undefined}
        actions={
          highlights.length > 0 && (
            <>
              {highlights.length >= FILTER_FROM && (
                <input
                  type="search"
                  className="input my-notes-filter"
                  aria-label="Filter your highlights"
                  placeholder="Filter your highlights"
                  value={filter}
                  onChange={(event) => setFilter(event.target.value)}
                />
              )}
              <Button icon={<Download />} onClick={() => save(groupByNote(highlights))}>
                Save as Markdown
              </Button>
            </>
          )
        }
      />
      {error && highlights.length === 0 ? (
        <LoadError variant="page" error={error} body={problemDetail(error)} onRetry={refetch}>
          Your highlights could not be loaded
        </LoadError>
      ) : isPending && highlights.length === 0 ? (
        <div role="status" aria-label="Loading...">
          <SkeletonText lines={4} />
        </div>
      ) : highlights.length === 0 ? (
        <StatusPlaceholder
          icon={<Highlighter />}
          title="No highlights yet"
          body="Read a note, select words in it and choose a colour. Only you can see your highlights."
          action={
            <LinkButton variant="primary" to={paths.browse()}>
              Browse & Discover
            </LinkButton>
          }
        />
      ) : notes.length === 0 ? (
        <StatusPlaceholder
          icon={<SearchX />}
          title={`None of your highlights match “${filter}”`}
          action={<Button onClick={() => setFilter("")}>Show all</Button>}
        />
      ) : (
        notes.map((note) => <Marked key={note.noteId} note={note} />)
      )}
    </>
  );
}

function countText(highlights: number, notes: number): string {
  const word = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;
  return `${word(highlights, "highlight")} in ${word(notes, "note")}`;
}

function save(notes: readonly HighlightedNote[]): void {
  const text = toMarkdown(notes, window.location.origin);
  saveFile(new Blob([text], { type: "text/markdown" }), "my-highlights.md");
}

function Marked({ note }: { note: HighlightedNote }) {
  const headingId = `marked-${note.noteId}`;
  return (
    <section className="my-highlights" aria-labelledby={headingId}>
      <h2 className="section" id={headingId}>
        {note.course && `${displayCode(note.course)} · `}
        {note.title}
      </h2>
      <ul>
        {note.highlights.map(({ id, mark }) => (
          <li key={id} className={`card my-highlight ${mark.colour}`}>
            <blockquote>{mark.quote}</blockquote>
            {mark.remark && <p className="my-highlight-remark">{mark.remark}</p>}
            <Link className="link stretched tabular-nums" to={paths.highlight(note.noteId, mark.page, id)}>
              Page {mark.page}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
