import { useEffect, useState } from "react";
import {
  type LoaderFunctionArgs,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useRevalidator,
} from "react-router";
import { courseNotesQuery } from "@/api/notes";
import { queryClient } from "@/api/query-client";
import { chaptersQuery } from "@/api/study";
import { type CoreModule, loadCore } from "@/core/engine";
import { ChapterList } from "@/features/cards/chapter-list";
import { MissingCourse, NotesPage } from "@/features/notes/notes-page";
import { paths } from "@/lib/paths";

/** What the address means, by the rules of the core; nothing until the core is there. */
type Meant = { code: string | undefined; display: string } | null;

let core: CoreModule | undefined;

/** The course that the address means, in its one spelling; other spellings are sent there. */
export function loader({ params, request }: LoaderFunctionArgs): Meant | Response {
  const given = (params.guideId ?? "").trim();
  if (given === "") return redirect(paths.browse());
  if (!core) return null;
  const parsed = core.parseCourseCode(given);
  if (!parsed) return { code: undefined, display: given };
  if (parsed.code !== params.guideId) {
    const { search, hash } = new URL(request.url);
    return redirect(paths.notes(parsed.code) + search + hash);
  }
  // The page asks the same questions a moment later and gets these answers.
  void queryClient.prefetchInfiniteQuery(courseNotesQuery(parsed.code));
  void queryClient.prefetchQuery(chaptersQuery(parsed.code));
  return { code: parsed.code, display: parsed.display };
}

/** Choosing a chapter changes the address, not the course. At the same address it is the core that has come. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href;
}

export function Component() {
  const course = useLoaderData<Meant>();
  if (!course) return <WithoutCore />;
  const { code, display } = course;
  if (code === undefined) return <MissingCourse display={display} />;
  return <NotesPage code={code} display={display} studyCards={<ChapterList key={`cards of ${code}`} code={code} />} />;
}

/** While it is not known which course the address means. */
function WithoutCore() {
  const { revalidate } = useRevalidator();
  const [failure, setFailure] = useState<{ reason: unknown }>();
  useEffect(() => {
    loadCore().then(
      (loaded) => {
        core = loaded;
        void revalidate();
      },
      (reason: unknown) => setFailure({ reason }),
    );
  }, [revalidate]);
  // The page for errors says what to do.
  if (failure) throw failure.reason;
  return <p role="status">Loading notes...</p>;
}
