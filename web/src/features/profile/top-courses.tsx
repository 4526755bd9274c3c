import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { PublicProfile } from "@/api/models";
import { problemDetail } from "@/api/problem";
import { studentCoursesQuery } from "@/data/people/students";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { SectionHeading } from "@/ui/layout/section-head";
import { CourseAvatar } from "./course-avatar";

/** Courses of a student's saved notes, starting with those of this month. */
export function TopCourses({ profile, isOwn }: { profile: PublicProfile; isOwn: boolean }) {
  return (
    <section aria-labelledby="top-courses">
      <SectionHeading id="top-courses" title="Top Courses this Month" />
      {isOwn && !profile.showsCourses && (
        <p className="hint profile-hidden">
          Only you can see this. <Link to={paths.profile()}>Show my courses</Link>
        </p>
      )}
      <Rounds profile={profile} isOwn={isOwn} />
    </section>
  );
}

function Rounds({ profile, isOwn }: { profile: PublicProfile; isOwn: boolean }) {
  const courses = useQuery(studentCoursesQuery(profile.username));
  if (!courses.data) {
    return courses.isError ? (
      <LoadError variant="banner" error={courses.error} onRetry={courses.refetch}>
        {isOwn ? "Error fetching saved notes" : "Error loading notes"}: {problemDetail(courses.error)}
      </LoadError>
    ) : (
      <div className="profile-top" role="status" aria-label="Loading courses...">
        {["a", "b", "c"].map((key) => (
          <Skeleton key={key} className="profile-avatar" />
        ))}
      </div>
    );
  }
  const { courseCount, topCourses } = courses.data;
  if (typeof courseCount !== "number") {
    return <p className="sub">@{profile.displayUsername} keeps their courses private.</p>;
  }
  if (topCourses.length === 0) {
    return <p className="sub">{isOwn ? "Courses of the notes you save appear here." : "No saved notes yet."}</p>;
  }
  return (
    <ul className="profile-top">
      {topCourses.map(({ code, title, savedNotes }) => (
        <li key={code}>
          <Link to={paths.notes(code)} title={title}>
            <CourseAvatar code={code} />
            <b>{displayCode(code)}</b>
            <span className="hint tabular-nums">{savedNotes} saved</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
