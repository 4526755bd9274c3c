import { useMutation, useQueryClient } from "@tanstack/react-query";
import { problemText } from "@/api/problem";
import type { StudyMemory } from "@/data/study/review-log";
import { Button } from "@/ui/controls/button";
import { doneText, memoryText, tooFewText } from "./memory-model";

/** Section of the study settings that explains the memory model, and fits it on request. */
export function MemorySection({ memory }: { memory: StudyMemory | undefined }) {
  const queries = useQueryClient();
  const fit = useMutation({
    networkMode: "always",
    mutationFn: async () => (await import("@/parts/review/fit-memory")).fitMemory(queries),
  });
  const result = fit.data && ("reviews" in fit.data ? tooFewText(fit.data.reviews) : doneText(fit.data.memory));
  return (
    <section className="grid gap-2 mt-6 justify-items-start" aria-labelledby="memory-model">
      <h3 id="memory-model" className="section">
        Memory model
      </h3>
      <p className="sub">{memoryText(memory)}</p>
      <p className="hint">It is fitted on this device once a week. Your reviews stay as they are.</p>
      <Button size="sm" busy={fit.isPending} onClick={() => fit.mutate()}>
        {memory ? "Update memory model" : "Fit memory model"}
      </Button>
      <p role="status" className="hint">
        {result}
      </p>
      {fit.isError && (
        <p role="alert" className="field-error">
          {problemText(fit.error)}
        </p>
      )}
    </section>
  );
}
