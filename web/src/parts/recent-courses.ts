import { RECENT_COURSES_MAX } from "@/core/limits";
import { personalStorage } from "@/lib/browser/storage";

/**
 * The courses that somebody opened last, on this device only: what a person reads is nobody's business but theirs. They
 * go with everything else of theirs when they sign out.
 */

const KEY = "recent-courses";

/** Codes of the courses that `uid` opened last, the last one first. */
export function recentCourses(uid: string): string[] {
  return (personalStorage(uid).get(KEY) ?? "").split(" ").filter(Boolean).slice(0, RECENT_COURSES_MAX);
}

/** Notes that `uid` has opened a course. */
export function rememberCourse(uid: string, code: string): void {
  const others = recentCourses(uid).filter((each) => each !== code);
  personalStorage(uid).set(KEY, [code, ...others].slice(0, RECENT_COURSES_MAX).join(" "));
}
