import { RECENT_COURSES_MAX } from "@/core/limits";
import { userStorage } from "@/lib/browser/storage";

/** Courses that the user opened last. Stored on this device only for privacy, and deleted at sign-out. */

const KEY = "recent-courses";

/** Returns the codes of the courses that `uid` opened last, newest first. */
export function readRecentCourses(uid: string): string[] {
  return (userStorage(uid).get(KEY) ?? "").split(" ").filter(Boolean).slice(0, RECENT_COURSES_MAX);
}

export function recordRecentCourse(uid: string, code: string): void {
  const others = readRecentCourses(uid).filter((each) => each !== code);
  userStorage(uid).set(KEY, [code, ...others].slice(0, RECENT_COURSES_MAX).join(" "));
}
