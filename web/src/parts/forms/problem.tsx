import { problemDetail } from "@/api/problem";
import { Reference } from "@/ui/feedback/reference";

/** Sentence about a failure and, if the server caused it, its reference. */
export function Problem({ error }: { error: unknown }) {
  return (
    <>
      {problemDetail(error)}
      <Reference error={error} />
    </>
  );
}
