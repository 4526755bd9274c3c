import { type LoaderFunctionArgs, redirect, type ShouldRevalidateFunctionArgs, useLoaderData } from "react-router";
import { courseNotesQuery } from "@/api/notes";
import { queryClient } from "@/api/query-client";
import { loadCore } from "@/core/engine";
import { MissingCourse, NotesPage } from "@/features/notes/notes-page";
import { paths } from "@/lib/paths";

/** The course that the address means, in its one spelling; other spellings are sent there. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const given = (params.guideId ?? "").trim();
  if (given === "") return redirect(paths.browse());
  const parsed = (await loadCore()).parseCourseCode(given);
  if (!parsed) return { code: undefined, display: given };
  if (parsed.code !== params.guideId) {
    const { search, hash } = new URL(request.url);
    return redirect(paths.notes(parsed.code) + search + hash);
  }
  // The page asks the same question a moment later and gets this answer.
  void queryClient.prefetchInfiniteQuery(courseNotesQuery(parsed.code));
  return { code: parsed.code, display: parsed.display };
}

/** Choosing a chapter changes the address, not the course. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname;
}

export function Component() {
  const { code, display } = useLoaderData<{ code: string | undefined; display: string }>();
  return code === undefined ? <MissingCourse display={display} /> : <NotesPage code={code} display={display} />;
}

/** While the code for this screen is on its way. */
export function HydrateFallback() {
  return <p role="status">Loading notes...</p>;
}
