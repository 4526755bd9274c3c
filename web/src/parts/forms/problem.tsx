import { problemDetail } from "@/api/problem";
import { RequestIdCopy } from "@/ui/feedback/reference";

/** Sentence about a failure and, if the server caused it, its reference. */
export function ProblemMessage({ error }: { error: unknown }) {
  return (
    <>
      {problemDetail(error)}
      <RequestIdCopy error={error} />
    </>
  );
}
