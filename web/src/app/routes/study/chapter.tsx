import { type LoaderFunctionArgs, redirect, useLoaderData, useParams } from "react-router";
import { canonicalCode } from "@/core/course-code";
import { loadRules } from "@/core/wasm";
import { chapterQuery } from "@/data/cards/chapters";
import { queryClient } from "@/data/query/query-client";
import { ChapterPage } from "@/features/cards/chapters/chapter-page";
import { prepareFormulas } from "@/features/cards/text/rich-text";
import { paths } from "@/lib/urls/paths";

/** Resolves the course. Redirects to the canonical course code. */
export async function loader({ params }: LoaderFunctionArgs) {
  const given = (params.guideId ?? "").trim();
  const chapterId = params.chapterId ?? "";
  const parsed = canonicalCode(given) ?? (await loadRules()).parseCourseCode(given);
  if (!parsed) return { code: undefined, display: given };
  if (parsed.code !== params.guideId) return redirect(paths.chapter(parsed.code, chapterId));
  const query = chapterQuery(parsed.code, chapterId);
  void queryClient.prefetchQuery(query).then(() => {
    const cards = queryClient.getQueryData(query.queryKey)?.cards ?? [];
    prepareFormulas(cards.flatMap((card) => [card.title, card.content]));
  });
  return { code: parsed.code, display: parsed.display };
}

export function Component() {
  const { chapterId = "" } = useParams();
  const { code, display } = useLoaderData<{ code: string | undefined; display: string }>();
  return <ChapterPage key={`${code} ${chapterId}`} code={code} display={display} chapterId={chapterId} />;
}
