import type { ManagedStudent } from "@/data/admin/students";
import { formatDateTime, formatDay } from "@/lib/text/format";

/** Returns the username, or the name of a student who has none. */
export function displayName({ username, name }: Pick<ManagedStudent, "username" | "name">): string {
  return username ?? name;
}

const number = (count: number) => count.toLocaleString("en-GB");

/** Returns the facts about a student as pairs of label and text. */
export function studentDetails(student: ManagedStudent): readonly (readonly [string, string])[] {
  return [
    ["Joined", formatDay(student.joinedAt)],
    ["Last here", student.lastUsedAt === undefined ? "unknown (no open session)" : formatDateTime(student.lastUsedAt)],
    ["Devices signed in", number(student.sessions)],
    ["Saved notes", number(student.savedNotes)],
    ["Personal cards", number(student.ownCards)],
    ["Reviews", number(student.reviews)],
    ["Playlists", number(student.playlists)],
    ["Courses followed", number(student.followedCourses)],
    ["Following", number(student.following)],
    ["Followers", number(student.followers)],
  ];
}
