import type { Exam } from "@/api/models";
import { displayCode } from "@/lib/addresses/subjects";
import { dateOfDay, dayOfDate } from "@/lib/time/days";
import type { PlannedDay } from "@/parts/exams/plan";
import { dayShare, nameOf } from "@/parts/exams/words";

/** Longest line of a calendar, in bytes, without its end. */
const LINE_MAX_BYTES = 75;

/** What a calendar is made of. */
interface Calendar {
  exam: Exam;
  /** Days on which something is planned; none for the exam alone. */
  days: readonly PlannedDay[];
  /** The current day, from which on days that are not planned any more are cancelled. */
  today: number;
  /** Whose exam it is: no two calendars have the same events. */
  owner: string;
  /** Where the plan is. */
  url: string;
  now: Date;
}

/** Duration of an exam with a time. Students say when it starts only. */
const EXAM_HOURS = 2;

/** Start of the sequence numbers, in Unix milliseconds: 2026. Calendars read at most 31 bits. */
const SEQUENCE_START_MS = Date.UTC(2026, 0);

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
  if (time) {
    // Without a time zone: only the difference counts.
    const end = new Date(Date.parse(`${date}T${time}:00Z`) + EXAM_HOURS * 3_600_000);
    return [`DTSTART:${compact(date)}T${compact(time)}00`, `DTEND:${stampOf(end).slice(0, -1)}`];
  }
  const next = dateOfDay(dayOfDate(date) + 1);
  return [`DTSTART;VALUE=DATE:${compact(date)}`, `DTEND;VALUE=DATE:${compact(next)}`];
}

/** The last day of a calendar file with these study days; undefined if it has none. */
export const lastStudyDay = (days: readonly PlannedDay[]) => days.findLast((day) => dayShare(day) !== undefined)?.day;

/**
 * Writes an exam, and each day of its plan on which there is something to do, as a file for calendars (RFC 5545). Days of
 * earlier files that are not planned any more are cancelled. A day has the same UID in all files and a higher SEQUENCE in
 * each, so that calendars replace it.
 */
export function calendarOf({ exam, days, today, owner, url, now }: Calendar): string {
  const stamp = stampOf(now);
  const sequence = Math.max(0, Math.floor((now.getTime() - SEQUENCE_START_MS) / 1000));
  const event = (uid: string, lines: readonly string[]) => [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${stamp}`,
    `SEQUENCE:${sequence}`,
    ...lines,
    "END:VEVENT",
  ];
  const course = displayCode(exam.course);
  const idOf = (what: string) => `${what}-${exam.course.toLowerCase()}-${owner}@${new URL(url).hostname}`;
  const planned = new Set<number>();
  const study = days.flatMap((day) => {
    const share = dayShare(day);
    if (share === undefined) return [];
    planned.add(day.day);
    const titles = [...day.notes, ...day.recordings].map(({ title }) => title);
    const date = dateOfDay(day.day);
    return event(idOf(`study-${date}`), [
      ...when(date, undefined),
      `SUMMARY:${escaped(`Study ${course}: ${share}`)}`,
      ...(titles.length > 0 ? [`DESCRIPTION:${escaped(titles.join("\n"))}`] : []),
      `URL:${url}`,
      "TRANSP:TRANSPARENT",
    ]);
  });
  const until = exam.calendarUntil === undefined ? today - 1 : dayOfDate(exam.calendarUntil);
  const earlier = Array.from({ length: Math.max(0, until - today + 1) }, (_, number) => today + number);
  const cancelled = earlier
    .filter((day) => !planned.has(day))
    .flatMap((day) => {
      const date = dateOfDay(day);
      const lines = [...when(date, undefined), `SUMMARY:${escaped(`Study ${course}`)}`];
      return event(idOf(`study-${date}`), [...lines, "STATUS:CANCELLED", "TRANSP:TRANSPARENT"]);
    });
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Note Ninja//Exams//EN",
    "CALSCALE:GREGORIAN",
    ...event(idOf("exam"), [
      ...when(exam.date, exam.time),
      `SUMMARY:${escaped(`${course}: ${nameOf(exam)}`)}`,
      `URL:${url}`,
    ]),
    ...study,
    ...cancelled,
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}
