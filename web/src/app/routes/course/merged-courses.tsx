import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Outlet, useLocation, useNavigate, useParams } from "react-router";
import { canonicalCode } from "@/core/course-code";
import { courseQuery } from "@/data/courses/courses";

/** Replaces a course code in the path and in the `course` parameters of the query. Returns the new URL. */
export function replaceCourseCode(pathname: string, search: string, from: string, into: string): string {
  const replace = (text: string) => ((canonicalCode(text)?.code ?? text) === from ? into : text);
  const path = pathname.split("/").map((step) => encodeURIComponent(replace(decodeURIComponent(step))));
  const query = new URLSearchParams(search);
  const courses = query.getAll("course");
  query.delete("course");
  for (const code of new Set(courses.map(replace))) query.append("course", code);
  return `${path.join("/")}${query.size > 0 ? `?${query}` : ""}`;
}

/**
 * Redirects URLs of merged courses to the target course. Wraps pages about the student's own data of a course. Pages of
 * notes and chapters redirect by themselves, because their data contains the new code. `MergeNotice` says what moved.
 */
export function Component() {
  const { guideId } = useParams();
  const { search } = useLocation();
  const named = [...(guideId ? [guideId] : []), ...new URLSearchParams(search).getAll("course")];
  const codes = new Set(named.flatMap((text) => canonicalCode(text)?.code ?? []));
  return (
    <>
      {[...codes].map((code) => (
        <Redirect key={code} code={code} />
      ))}
      <Outlet />
    </>
  );
}

function Redirect({ code }: { code: string }) {
  const { data } = useQuery(courseQuery(code));
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const into = data && data.courseCode !== code ? data.courseCode : undefined;
  useEffect(() => {
    if (into !== undefined) void navigate(replaceCourseCode(pathname, search, code, into) + hash, { replace: true });
  }, [code, into, pathname, search, hash, navigate]);
  return null;
}
