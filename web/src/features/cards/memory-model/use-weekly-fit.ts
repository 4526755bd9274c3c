import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useStudySettings } from "@/data/study/study-settings";
import { userStorage } from "@/lib/browser/storage";
import { epochDayOf } from "@/lib/time/days";
import { useSession } from "@/session/session";
import { todayShareKey } from "../study/today-workload";
import { isFitDue } from "./memory-model";

/** Key of the day of the last automatic attempt, such as `2026-11-29`. */
const ATTEMPT_KEY = "memory-fit";

/** Whether this page has tried. Limits the attempts if the browser stores nothing. */
let hasTried = false;

/**
 * Fits the memory model in a worker, at most once a week on this device. `answers` is the number of answers, `undefined`
 * until the log is loaded.
 */
export function useWeeklyFit(answers: number | undefined): void {
  const queries = useQueryClient();
  const settings = useStudySettings();
  const uid = useSession().me?.uid;
  const isKnown = settings !== undefined;
  const memory = settings?.memory;
  useEffect(() => {
    if (!isKnown || answers === undefined || uid === undefined || hasTried) return;
    const storage = userStorage(uid);
    const attempt = storage.get(ATTEMPT_KEY);
    const nowMs = Date.now();
    if (!isFitDue(memory, attempt === undefined ? undefined : epochDayOf(attempt), answers, nowMs)) return;
    hasTried = true;
    storage.set(ATTEMPT_KEY, new Date(nowMs).toISOString().slice(0, 10));
    const update = async () => {
      const { fitMemory } = await import("@/parts/review/fit-memory");
      await fitMemory(queries);
      await queries.invalidateQueries({ queryKey: todayShareKey });
    };
    update().catch((error: unknown) => console.warn("The memory model could not be fitted.", error));
  }, [isKnown, memory, answers, uid, queries]);
}
