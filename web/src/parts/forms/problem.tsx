import { problemDetail } from "@/api/problem";
import { RequestIdCopy } from "@/ui/feedback/reference";

/** Sentence about a failure. For a server failure, also its reference, which can be copied. */
export function ProblemMessage({ error }: { error: unknown }) {
  return (
    <>
      {problemDetail(error)}
      <RequestIdCopy error={error} />
    </>
  );
}
