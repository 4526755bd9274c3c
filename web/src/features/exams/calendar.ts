import type { Exam } from "@/api/models";
import { epochDayOf, isoDateOf } from "@/lib/time/days";
import { displayCode } from "@/lib/urls/subjects";
import { dayPlanText, examTitle } from "@/parts/exams/exam-text";
import type { PlannedDay } from "@/parts/exams/plan";

/** Maximum length of a line without its line end, in bytes (RFC 5545, section 3.1). */
const LINE_MAX_BYTES = 75;

interface Calendar {
  exam: Exam;
  /** Planned study days; empty for the exam alone. */
  days: readonly PlannedDay[];
  /** Current day. From this day on, days that are no longer planned are cancelled. */
  today: number;
  /** User id of the student. Makes the event UIDs unique. */
  owner: string;
  /** URL of the plan. */
  url: string;
  now: Date;
}

/** Assumed duration of an exam with a time, in hours: students enter only its start. */
const EXAM_HOURS = 2;

/** Start of the sequence numbers, in Unix milliseconds: 2026. Calendars read at most 31 bits. */
const SEQUENCE_START_MS = Date.UTC(2026, 0);

const utf8 = new TextEncoder();

/** Escapes a text value (RFC 5545, section 3.3.11). */
const escaped = (text: string) => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

/** Folds a line, so that no part is longer than 75 bytes and no character is split. */
export function foldLine(line: string): string {
  const parts: string[] = [];
  let part = "";
  let bytes = 0;
  for (const character of line) {
    const size = utf8.encode(character).length;
    if (bytes + size > LINE_MAX_BYTES) {
      parts.push(part);
      // A continuation line starts with a space, which counts.
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

/** Returns the start and end properties: a floating local time, or a whole day. */
function when(date: string, time: string | undefined): string[] {
  if (time) {
    // Parsed as UTC only to add the duration. The result has no time zone.
    const end = new Date(Date.parse(`${date}T${time}:00Z`) + EXAM_HOURS * 3_600_000);
    return [`DTSTART:${compact(date)}T${compact(time)}00`, `DTEND:${stampOf(end).slice(0, -1)}`];
  }
  const next = isoDateOf(epochDayOf(date) + 1);
  return [`DTSTART;VALUE=DATE:${compact(date)}`, `DTEND;VALUE=DATE:${compact(next)}`];
}

/** Returns the last day for which the file has an event, or `undefined` if there is none. */
export const lastStudyDay = (days: readonly PlannedDay[]) =>
  days.findLast((day) => dayPlanText(day) !== undefined)?.day;

/**
 * Returns an exam and its study days as an iCalendar file (RFC 5545). Cancels days of earlier files that are no longer
 * planned. A day has the same UID in all files and a higher SEQUENCE in each, so that calendars replace it.
 */
export function toICalendar({ exam, days, today, owner, url, now }: Calendar): string {
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
    const share = dayPlanText(day);
    if (share === undefined) return [];
    planned.add(day.day);
    const titles = [...day.notes, ...day.recordings].map(({ title }) => title);
    const date = isoDateOf(day.day);
    return event(idOf(`study-${date}`), [
      ...when(date, undefined),
      `SUMMARY:${escaped(`Study ${course}: ${share}`)}`,
      ...(titles.length > 0 ? [`DESCRIPTION:${escaped(titles.join("\n"))}`] : []),
      `URL:${url}`,
      "TRANSP:TRANSPARENT",
    ]);
  });
  const until = exam.calendarUntil === undefined ? today - 1 : epochDayOf(exam.calendarUntil);
  const earlier = Array.from({ length: Math.max(0, until - today + 1) }, (_, number) => today + number);
  const cancelled = earlier
    .filter((day) => !planned.has(day))
    .flatMap((day) => {
      const date = isoDateOf(day);
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
      `SUMMARY:${escaped(`${course}: ${examTitle(exam)}`)}`,
      `URL:${url}`,
    ]),
    ...study,
    ...cancelled,
    "END:VCALENDAR",
  ];
  return `${lines.map(foldLine).join("\r\n")}\r\n`;
}
