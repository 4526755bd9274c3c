import type { Exam } from "@/api/models";
import { dateOfDay, dayOfDate } from "@/lib/days";
import { displayCode } from "@/lib/subjects";
import type { PlannedDay } from "@/parts/exams/plan";
import { dayShare, nameOf } from "@/parts/exams/words";

/** Longest line of a calendar, in bytes, without its end. */
const LINE_MAX_BYTES = 75;

/** What a calendar is made of. */
interface Calendar {
  exam: Exam;
  /** Days on which something is planned; none for the exam alone. */
  days: readonly PlannedDay[];
  /** Whose exam it is: no two calendars have the same events. */
  owner: string;
  /** Where the plan is. */
  url: string;
  now: Date;
}

const utf8 = new TextEncoder();

/** A text as a value of RFC 5545. */
const escaped = (text: string) => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

/** A line of content, folded so that no part is longer than 75 bytes and no character is cut. */
export function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  let bytes = 0;
  for (const character of line) {
    const size = utf8.encode(character).length;
    if (bytes + size > LINE_MAX_BYTES) {
      parts.push(part);
      // What is folded begins with a space, which counts.
      part = "";
      bytes = 1;
    }
    part += character;
    bytes += size;
  }
  return [...parts, part].join("\r\n ");
}

const compact = (text: string) => text.replace(/[-:]/g, "");
const stampOf = (moment: Date) => `${compact(moment.toISOString()).slice(0, 15)}Z`;

/** The lines that say when: a time on the clock of wherever the student is, or a whole day. */
function when(date: string, time: string | undefined): string[] {
  if (time) return [`DTSTART:${compact(date)}T${compact(time)}00`];
  const next = dateOfDay(dayOfDate(date) + 1);
  return [`DTSTART;VALUE=DATE:${compact(date)}`, `DTEND;VALUE=DATE:${compact(next)}`];
}

function event(uid: string, stamp: string, lines: readonly string[]): string[] {
  return ["BEGIN:VEVENT", `UID:${uid}`, `DTSTAMP:${stamp}`, ...lines, "END:VEVENT"];
}

/**
 * An exam, and each day of its plan on which there is something to do, as a file that calendars take (RFC 5545). Read
 * again, it replaces what was read before.
 */
export function calendarOf({ exam, days, owner, url, now }: Calendar): string {
  const stamp = stampOf(now);
  const course = displayCode(exam.course);
  const idOf = (what: string) => `${what}-${exam.course.toLowerCase()}-${owner}@${new URL(url).hostname}`;
  const study = days.flatMap((day) => {
    const share = dayShare(day);
    if (share === undefined) return [];
    const titles = [...day.notes, ...day.recordings].map(({ title }) => title);
    const date = dateOfDay(day.day);
    return event(idOf(`study-${date}`), stamp, [
      ...when(date, undefined),
      `SUMMARY:${escaped(`Study ${course}: ${share}`)}`,
      ...(titles.length > 0 ? [`DESCRIPTION:${escaped(titles.join("\n"))}`] : []),
      `URL:${url}`,
      "TRANSP:TRANSPARENT",
    ]);
  });
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Note Ninja//Exams//EN",
    "CALSCALE:GREGORIAN",
    ...event(idOf("exam"), stamp, [
      ...when(exam.date, exam.time),
      `SUMMARY:${escaped(`${course}: ${nameOf(exam)}`)}`,
      `URL:${url}`,
    ]),
    ...study,
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}
