import { useQuery } from "@tanstack/react-query";
import { BookOpen } from "lucide-react";
import { Link } from "react-router";
import type { StartedNote } from "@/api/models";
import { continueReadingQuery } from "@/data/positions/continue-reading";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { SectionHeading } from "@/ui/layout/section-head";
import { Artwork } from "@/ui/media/artwork";

/** Notes that the student has started on any device. Renders nothing if the list is empty. */
export function ContinueReading() {
  const { data: begun = [] } = useQuery(continueReadingQuery);
  if (begun.length === 0) return null;
  return (
    <section aria-labelledby="continue-reading">
      <SectionHeading id="continue-reading" title="Continue reading" />
      <ul className="dashboard-in-progress">
        {begun.map((note) => (
          <Card key={note.id} note={note} />
        ))}
      </ul>
    </section>
  );
}

function Card({ note }: { note: StartedNote }) {
  const { page, pages } = note.position;
  const place = `page ${page} of ${pages}`;
  return (
    <li className="card">
      <Artwork subject={note.course ?? note.title} url={note.previewUrl} className="object-top" />
      <div className="min-w-0">
        <Link
          className="truncate-2 stretched"
          title={note.title}
          aria-label={`Continue ${note.title}, ${place}`}
          to={paths.note(note.id)}
        >
          {note.title}
        </Link>
        <p className="hint truncate-1 tabular-nums">
          {[place, note.course && displayCode(note.course)].filter(Boolean).join(" · ")}
        </p>
      </div>
      <span className="go" aria-hidden="true">
        <BookOpen />
      </span>
      <span className="heard-bar" aria-hidden="true">
        <i style={{ width: `${(page / pages) * 100}%` }} />
      </span>
    </li>
  );
}
