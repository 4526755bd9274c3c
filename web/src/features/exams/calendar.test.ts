import ICAL from "ical.js";
import { expect, test } from "vitest";
import type { Exam, Note } from "@/api/models";
import type { PlannedDay } from "@/parts/exams/plan";
import { foldLine, lastStudyDay, toICalendar } from "./calendar";

const exam: Exam = { course: "CS246", date: "2026-12-31", retentionPercent: 90 };
const nothing = { newCards: 0, reviews: 0, notes: [], recordings: [], secs: 0 };
const title = "Woche 3; Graphen, Bäume \\ „Heaps“ ".repeat(6).trim();
const day: PlannedDay = { ...nothing, day: 20_796, newCards: 10, reviews: 1, notes: [{ title } as Note], secs: 2700 };
const given = {
  exam,
  days: [],
  today: 20_790,
  owner: "b7",
  url: "https://noteninja.test/guide/CS246/exam",
  now: new Date(0),
};

/** Parses the events with ical.js, the library that calendar applications use. */
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((each) => new ICAL.Event(each));

test("S2.exam.6 an exam without a time is an all-day event, and one with a time uses the student's local time", () => {
  const [whole] = eventsOf(toICalendar(given));
  expect([whole?.startDate.toString(), whole?.endDate.toString(), whole?.summary]).toEqual([
    "2026-12-31",
    "2027-01-01",
    "CS 246: Exam",
  ]);
  const [timed] = eventsOf(toICalendar({ ...given, exam: { ...exam, time: "13:30", title: "Midterm, part 1" } }));
  expect([timed?.startDate.toString(), timed?.endDate.toString(), timed?.startDate.zone, timed?.summary]).toEqual([
    "2026-12-31T13:30:00",
    "2026-12-31T15:30:00",
    ICAL.Timezone.localTimezone,
    "CS 246: Midterm, part 1",
  ]);
  const [late] = eventsOf(toICalendar({ ...given, exam: { ...exam, time: "23:00" } }));
  expect(late?.endDate.toString()).toBe("2027-01-01T01:00:00");
  // Moving the exam to another day keeps its UID.
  const [moved] = eventsOf(toICalendar({ ...given, exam: { ...exam, date: "2027-01-08" } }));
  expect(moved?.uid).toBe(whole?.uid);
});

test("S2.exam.6 planned days are events that do not block time, and any title is escaped", () => {
  const text = toICalendar({ ...given, days: [{ ...nothing, day: 20_795 }, day] });
  const [, study, ...more] = eventsOf(text);
  expect(more).toEqual([]);
  expect([study?.startDate.toString(), study?.summary, study?.description]).toEqual([
    "2026-12-09",
    "Study CS 246: 10 new cards, 1 review, 1 note, about 45 min",
    title,
  ]);
  expect(study?.component.getFirstPropertyValue("transp")).toBe("TRANSPARENT");
  for (const each of eventsOf(text))
    expect(String(each.component.getFirstPropertyValue("dtstamp"))).toBe("1970-01-01T00:00:00Z");
});

/**
 * Returns the events of a calendar that imports these files: an event replaces one with the same UID and a lower
 * SEQUENCE.
 */
function calendarWith(...files: readonly string[]): string[] {
  const events = new Map<string, ICAL.Event>();
  for (const event of files.flatMap(eventsOf)) {
    const known = events.get(event.uid);
    if (!known || event.sequence > known.sequence) events.set(event.uid, event);
  }
  const isCancelled = (event: ICAL.Event) => event.component.getFirstPropertyValue("status") === "CANCELLED";
  return [...events.values()]
    .filter((event) => !isCancelled(event))
    .map((event) => event.startDate.toString())
    .sort();
}

const planned = (...numbers: number[]): PlannedDay[] =>
  numbers.map((number) => ({ ...nothing, day: number, newCards: 5 }));
const at = (minute: number) => new Date(Date.UTC(2026, 11, 3, 12, minute));

test.each([
  ["moves to an earlier day", "2026-12-07", planned(20_790, 20_792), ["2026-12-03", "2026-12-05", "2026-12-07"]],
  ["moves to a later day", "2026-12-13", planned(20_791, 20_799), ["2026-12-04", "2026-12-12", "2026-12-13"]],
  ["keeps its day but has a new plan", "2026-12-10", planned(20_793), ["2026-12-06", "2026-12-10"]],
  ["is saved without its plan", "2026-12-10", [], ["2026-12-10"]],
])("S2.exam.6 a later file cancels obsolete days of an earlier one when the exam %s", (_what, date, days, expected) => {
  const before = { ...exam, date: "2026-12-10" };
  const first = toICalendar({ ...given, exam: before, days: planned(20_790, 20_791, 20_796), now: at(0) });
  expect(calendarWith(first)).toEqual(["2026-12-03", "2026-12-04", "2026-12-09", "2026-12-10"]);
  const moved = { ...before, date, calendarUntil: "2026-12-09" };
  const second = toICalendar({ ...given, exam: moved, days, now: at(1) });
  expect(calendarWith(first, second)).toEqual(expected);
  // The import order does not matter.
  expect(calendarWith(second, first)).toEqual(expected);
});

test("S2.exam.6 days in the past are not cancelled, and the first file cancels nothing", () => {
  const days = planned(20_790, 20_791);
  const first = toICalendar({ ...given, days, now: at(0) });
  expect(first).not.toContain("CANCELLED");
  const later = { ...given, exam: { ...exam, calendarUntil: "2026-12-04" }, today: 20_791, now: at(1) };
  expect(calendarWith(first, toICalendar(later))).toEqual(["2026-12-03", "2026-12-31"]);
});

test("S2.exam.6 the last study day of a file is the last planned day", () => {
  expect(lastStudyDay([...planned(20_790, 20_792), { ...nothing, day: 20_793 }])).toBe(20_792);
  expect(lastStudyDay([{ ...nothing, day: 20_793 }])).toBeUndefined();
});

test("S2.exam.6 lines end and are folded as RFC 5545 requires", () => {
  const text = toICalendar({ ...given, days: [day] });
  expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  const bytes = (line: string) => new TextEncoder().encode(line).length;
  const lines = text.split("\r\n");
  expect(Math.max(...lines.map(bytes))).toBeLessThanOrEqual(75);
  expect(lines.some((line) => line.startsWith(" "))).toBe(true);
  // Folding splits no character.
  const long = `SUMMARY:${"🥷é".repeat(60)}`;
  expect(foldLine(long).split("\r\n ").join("")).toBe(long);
});
