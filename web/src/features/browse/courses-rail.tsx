import { useQuery } from "@tanstack/react-query";
import { FilePlus2 } from "lucide-react";
import { Link } from "react-router";
import { courseRecordsQuery } from "@/core/search/queries";
import { useFollowedCourses } from "@/data/me/me";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { LinkButton } from "@/ui/controls/button";
import { CourseDot } from "@/ui/feedback/badge";

function noteCount(count: number): string {
  if (count === 0) return "No notes yet";
  return count === 1 ? "1 note" : `${count.toLocaleString("en")} notes`;
}

/** Sidebar with the followed courses and a link to request a missing one. */
export function FollowedCoursesSidebar() {
  const { codes } = useFollowedCourses();
  const known = useQuery(courseRecordsQuery(codes));
  const notesOf = new Map(known.data?.courses.map((course) => [course.code, course.notes]));
  return (
    <aside className="rail browse-rail" aria-label="Your courses">
      <h2 className="section">Your courses</h2>
      {codes.length === 0 ? (
        <p className="hint">Follow a course to keep it here.</p>
      ) : (
        <ul>
          {codes.map((code) => {
            const notes = notesOf.get(code);
            return (
              <li key={code}>
                <CourseDot code={code} />
                <Link className="grow" to={paths.notes(code)}>
                  {displayCode(code)}
                </Link>
                {notes !== undefined && <span className="hint tabular-nums">{noteCount(notes)}</span>}
              </li>
            );
          })}
        </ul>
      )}
      <div className="card panel browse-missing">
        <h3>Course missing?</h3>
        <p>Request it and we'll look for notes.</p>
        <LinkButton size="sm" to={paths.upload()} icon={<FilePlus2 />}>
          Request
        </LinkButton>
      </div>
    </aside>
  );
}
