import { type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { canonicalCode } from "@/core/course-code";
import { loadRules } from "@/core/wasm";
import { PlanPage } from "@/features/exams/plan-page";
import { MissingCourse } from "@/features/notes/notes-page";
import { paths } from "@/lib/urls/paths";

/** Resolves the course. Redirects to the canonical course code. */
export async function loader({ params }: LoaderFunctionArgs) {
  const given = (params.guideId ?? "").trim();
  const parsed = canonicalCode(given) ?? (await loadRules()).parseCourseCode(given);
  if (!parsed) return { code: undefined, display: given };
  if (parsed.code !== params.guideId) return redirect(paths.exam(parsed.code));
  return { code: parsed.code, display: parsed.display };
}

export function Component() {
  const { code, display } = useLoaderData<{ code: string | undefined; display: string }>();
  return code === undefined ? <MissingCourse display={display} /> : <PlanPage key={code} code={code} />;
}
