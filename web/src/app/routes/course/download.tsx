import { type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { loadRules } from "@/core/wasm";
import { PublicCoursePage, PublicNotePage } from "@/features/notes/public-pages";
import { isUlid } from "@/lib/text/ulid";
import { paths } from "@/lib/urls/paths";

type Shared = { kind: "note" | "course"; id: string };

/** Accepts a note id or a course code in any spelling. Redirects to the canonical course code. */
export async function loader({ params }: LoaderFunctionArgs) {
  const id = params.id ?? "";
  if (isUlid(id.toUpperCase())) return { kind: "note", id: id.toUpperCase() } satisfies Shared;
  const parsed = (await loadRules()).parseCourseCode(id);
  if (parsed && parsed.code !== id) return redirect(paths.download(parsed.code));
  return { kind: "course", id } satisfies Shared;
}

export function Component() {
  const { kind, id } = useLoaderData<Shared>();
  return kind === "note" ? <PublicNotePage key={id} id={id} /> : <PublicCoursePage key={id} code={id} />;
}
