import { type LoaderFunctionArgs, redirect, type ShouldRevalidateFunctionArgs, useLoaderData } from "react-router";
import { canonicalCode } from "@/core/course-code";
import { loadRules } from "@/core/wasm";
import { courseAudioQuery } from "@/data/audio/course-audio";
import { chaptersQuery } from "@/data/cards/chapters";
import { examsQuery } from "@/data/exams/exams";
import { courseNotesQuery } from "@/data/notes/notes";
import { queryClient } from "@/data/query/query-client";
import { ChapterList } from "@/features/cards/chapters/chapter-list";
import { ExamSection } from "@/features/exams/exam-section";
import { MissingCourse, NotesPage } from "@/features/notes/notes-page";
import { paths } from "@/lib/urls/paths";
import { hasOfflineFiles } from "@/offline/files/has-offline-files";
import { useSession } from "@/session/session";
import { lazyComponent } from "@/ui/feedback/lazy";

// Loaded separately, because users without offline files do not need it.
const KeptRecordings = lazyComponent(
  async () => (await import("@/features/audio/offline-recordings")).OfflineRecordings,
  {
    failure: "silent",
  },
);

/** Resolves the course. Redirects to the canonical course code. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const given = (params.guideId ?? "").trim();
  if (given === "") return redirect(paths.browse());
  const parsed = canonicalCode(given) ?? (await loadRules()).parseCourseCode(given);
  if (!parsed) return { code: undefined, display: given };
  if (parsed.code !== params.guideId) {
    const { search, hash } = new URL(request.url);
    return redirect(paths.notes(parsed.code) + search + hash);
  }
  void queryClient.prefetchInfiniteQuery(courseNotesQuery(parsed.code));
  void queryClient.prefetchQuery(chaptersQuery(parsed.code));
  void queryClient.prefetchQuery(courseAudioQuery(parsed.code));
  void queryClient.prefetchQuery(examsQuery);
  return { code: parsed.code, display: parsed.display };
}

/** A chapter change does not change the course, so no refetch is needed. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname;
}

export function Component() {
  const { code, display } = useLoaderData<{ code: string | undefined; display: string }>();
  const { me } = useSession();
  if (code === undefined) return <MissingCourse display={display} />;
  return (
    <NotesPage
      code={code}
      display={display}
      studyCards={<ChapterList key={`cards of ${code}`} code={code} />}
      exam={<ExamSection key={`exam of ${code}`} code={code} />}
      recordings={me && hasOfflineFiles(me.uid) && <KeptRecordings code={code} display={display} />}
    />
  );
}
