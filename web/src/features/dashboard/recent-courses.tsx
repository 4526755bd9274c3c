import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { courseRecordsQuery } from "@/core/search/queries";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { readRecentCourses } from "@/parts/recent-courses";
import { SectionHeading } from "@/ui/layout/section-head";
import { Cover } from "@/ui/media/cover";

/** Courses that were opened last on this device. Renders nothing if the list is empty. */
export function RecentCourses({ uid }: { uid: string }) {
  const known = useQuery(courseRecordsQuery(readRecentCourses(uid)));
  const courses = known.data?.courses ?? [];
  if (courses.length === 0) return null;
  return (
    <section aria-labelledby="recent-courses">
      <SectionHeading id="recent-courses" title="Recently opened" />
      <ul className="dashboard-row">
        {courses.map(({ code, title }) => (
          <li key={code} className="card">
            <Cover code={code} size="thumb" />
            <div className="min-w-0">
              <p className="hint tabular-nums">{displayCode(code)}</p>
              <Link className="truncate-2 stretched" to={paths.notes(code)} title={title}>
                {title}
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
