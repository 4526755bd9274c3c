import ICAL from "ical.js";
import { expect, test } from "vitest";
import type { Exam, Note } from "@/api/models";
import type { PlannedDay } from "@/parts/exams/plan";
import { calendarOf, folded } from "./calendar";

const exam: Exam = { course: "CS246", date: "2026-12-31", retentionPercent: 90 };
const nothing = { newCards: 0, reviews: 0, notes: [], recordings: [], secs: 0 };
const title = "Woche 3; Graphen, Bäume \\ „Heaps“ ".repeat(6).trim();
const day: PlannedDay = { ...nothing, day: 20_796, newCards: 10, reviews: 1, notes: [{ title } as Note], secs: 2700 };
const given = { exam, days: [], owner: "b7", url: "https://noteninja.test/guide/CS246/exam", now: new Date(0) };

/** The events of a file, as a library reads them that calendars use. */
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((each) => new ICAL.Event(each));

test("S2.exam.6 an exam without a time is a whole day, and with one a time on the clock of the student", () => {
  const [whole] = eventsOf(calendarOf(given));
  expect([whole?.startDate.toString(), whole?.endDate.toString(), whole?.summary]).toEqual([
    "2026-12-31",
    "2027-01-01",
    "CS 246: Exam",
  ]);
  const [timed] = eventsOf(calendarOf({ ...given, exam: { ...exam, time: "13:30", title: "Midterm, part 1" } }));
  expect([timed?.startDate.toString(), timed?.startDate.zone, timed?.summary]).toEqual([
    "2026-12-31T13:30:00",
    ICAL.Timezone.localTimezone,
    "CS 246: Midterm, part 1",
  ]);
  // The same exam on another day is the same event.
  const [moved] = eventsOf(calendarOf({ ...given, exam: { ...exam, date: "2027-01-08" } }));
  expect(moved?.uid).toBe(whole?.uid);
});

test("S2.exam.6 days on which something is planned are events that take no time away, and any title comes through", () => {
  const text = calendarOf({ ...given, days: [{ ...nothing, day: 20_795 }, day] });
  const [, study, ...more] = eventsOf(text);
  expect(more).toEqual([]);
  expect([study?.startDate.toString(), study?.summary, study?.description]).toEqual([
    "2026-12-09",
    "Study CS 246: 10 new cards, 1 card again, 1 note, about 45 min",
    title,
  ]);
  expect(study?.component.getFirstPropertyValue("transp")).toBe("TRANSPARENT");
  for (const each of eventsOf(text))
    expect(String(each.component.getFirstPropertyValue("dtstamp"))).toBe("1970-01-01T00:00:00Z");
});

test("S2.exam.6 lines end and are folded as RFC 5545 says", () => {
  const text = calendarOf({ ...given, days: [day] });
  expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  const bytes = (line: string) => new TextEncoder().encode(line).length;
  const lines = text.split("\r\n");
  expect(Math.max(...lines.map(bytes))).toBeLessThanOrEqual(75);
  expect(lines.some((line) => line.startsWith(" "))).toBe(true);
  // No character is cut in two.
  const long = `SUMMARY:${"🥷é".repeat(60)}`;
  expect(folded(long).split("\r\n ").join("")).toBe(long);
});
