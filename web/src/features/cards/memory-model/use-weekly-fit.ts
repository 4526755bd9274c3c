import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useStudySettings } from "@/data/study/study-settings";
import { todayShareKey } from "../study/today-share";
import { isFitDue } from "./memory-model";

/** Whether this page has tried. A failed fit is repeated on the next visit. */
let hasTried = false;

/** Fits the memory model once a week while the page is idle. `reviews` is `undefined` until the log is loaded. */
export function useWeeklyFit(reviews: number | undefined): void {
  const queries = useQueryClient();
  const settings = useStudySettings();
  const isDue = settings !== undefined && reviews !== undefined && isFitDue(settings.memory, reviews, Date.now());
  useEffect(() => {
    if (!isDue || hasTried) return;
    hasTried = true;
    const update = async () => {
      const { fitMemory } = await import("@/parts/review/fit-memory");
      await fitMemory(queries);
      await queries.invalidateQueries({ queryKey: todayShareKey });
    };
    update().catch((error: unknown) => console.warn("The memory model could not be fitted.", error));
  }, [isDue, queries]);
}
