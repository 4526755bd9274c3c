import { type LoaderFunctionArgs, redirect, type ShouldRevalidateFunctionArgs, useLoaderData } from "react-router";
import { examsQuery } from "@/api/exams";
import { courseNotesQuery } from "@/api/notes";
import { queryClient } from "@/api/query-client";
import { chaptersQuery } from "@/api/study";
import { canonicalCode } from "@/core/course-code";
import { loadCore } from "@/core/engine";
import { ChapterList } from "@/features/cards/chapter-list";
import { ExamPart } from "@/features/exams/exam-part";
import { MissingCourse, NotesPage } from "@/features/notes/notes-page";
import { paths } from "@/lib/paths";

/** The course that the address means, in its one spelling; other spellings are sent there. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const given = (params.guideId ?? "").trim();
  if (given === "") return redirect(paths.browse());
  const parsed = canonicalCode(given) ?? (await loadCore()).parseCourseCode(given);
  if (!parsed) return { code: undefined, display: given };
  if (parsed.code !== params.guideId) {
    const { search, hash } = new URL(request.url);
    return redirect(paths.notes(parsed.code) + search + hash);
  }
  // The page asks the same questions a moment later and gets these answers.
  void queryClient.prefetchInfiniteQuery(courseNotesQuery(parsed.code));
  void queryClient.prefetchQuery(chaptersQuery(parsed.code));
  void queryClient.prefetchQuery(examsQuery);
  return { code: parsed.code, display: parsed.display };
}

/** Choosing a chapter changes the address, not the course. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname;
}

export function Component() {
  const { code, display } = useLoaderData<{ code: string | undefined; display: string }>();
  if (code === undefined) return <MissingCourse display={display} />;
  return (
    <NotesPage
      code={code}
      display={display}
      studyCards={<ChapterList key={`cards of ${code}`} code={code} />}
      exam={<ExamPart key={`exam of ${code}`} code={code} />}
    />
  );
}
