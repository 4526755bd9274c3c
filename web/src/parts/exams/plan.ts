import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api, payload } from "@/api/client";
import type { AudioNote, Exam, Note } from "@/api/models";
import type { components } from "@/api/schema";
import { courseAudioQuery } from "@/data/audio/course-audio";
import { courseNotesQuery, noteKeys } from "@/data/notes/notes";
import { inNotes, inRecordings, placesInNotesQuery, placesInRecordingsQuery } from "@/data/positions/places";
import { Fresh } from "@/data/query/freshness";
import { latest } from "@/data/query/latest";
import { dayOfDate } from "@/lib/time/days";
import { cardsOfCourse } from "@/parts/studied/cards";
import { keepDecks, openStudied } from "@/parts/studied/open";
import { session } from "@/session/session";
import { studyDay, zoneMinutes } from "./study-day";

type Schemas = components["schemas"];

/** What to do on one day before an exam; of today, what is left. */
export interface PlannedDay {
  /** Counted from 1970. */
  day: number;
  newCards: number;
  reviews: number;
  notes: readonly Note[];
  recordings: readonly AudioNote[];
  /** About how long all of it takes, in seconds. */
  secs: number;
}

/** What to do until an exam. */
export interface ExamPlan {
  /** From today on; none when the exam is over. */
  days: readonly PlannedDay[];
  /** Whether anything of today's was done. */
  hasBegun: boolean;
}

/** Of a recording whose length nobody knows, in seconds. */
const LENGTH_DEFAULT_SECS = 10 * 60;

/** An exam, as the core counts days. */
export const forCore = ({ date, retentionPercent }: Exam) => ({ day: dayOfDate(date), retentionPercent });

/** The notes of a course behind those of its list that are here already. */
const restOfNotesQuery = (code: string, begin: string) =>
  queryOptions({
    queryKey: [...noteKeys.inCourse(code), "behind", begin],
    queryFn: async ({ signal }) => {
      const notes: Note[] = [];
      let cursor: string | undefined = begin;
      do {
        const params = { path: { code }, query: { cursor } };
        const answer: Schemas["CourseNotes"] = await payload(api.GET("/api/courses/{code}/notes", { params, signal }));
        notes.push(...answer.notes.items);
        cursor = answer.notes.nextCursor;
      } while (cursor !== undefined);
      return notes;
    },
    staleTime: Fresh.minutes(5),
  });

/** All notes of a course, in the order in which to read them: chapter after chapter, as they came. */
async function allNotes(queries: QueryClient, code: string): Promise<Note[]> {
  const list = courseNotesQuery(code);
  const { pages } = await queries.fetchInfiniteQuery(list).catch((error: unknown) => {
    const known = queries.getQueryData(list.queryKey);
    if (!known) throw error;
    return known;
  });
  const cursor = pages.at(-1)?.notes.nextCursor;
  const rest = cursor ? await latest(queries, restOfNotesQuery(code, cursor)) : [];
  const notes = [...pages.flatMap((page) => page.notes.items), ...rest].reverse();
  return notes.sort((one, other) => one.chapter - other.chapter);
}

/** Something to read or to hear. */
interface Piece<Thing> {
  thing: Thing;
  /** Pages or seconds that are left, or were this morning. */
  size: number;
  /** Whether it was finished today. */
  isDone: boolean;
}

/** Pieces as the core takes them. */
const numbersOf = (pieces: readonly Piece<unknown>[]) =>
  Uint32Array.from(pieces.flatMap(({ size, isDone }) => [size, isDone ? 1 : 0]));

/** A thing that is left, or was finished today; nothing for what was finished before. */
function piece<Thing>(
  thing: Thing,
  place: { isFinished: boolean; counter: number } | undefined,
  today: number,
  whole: number,
  left: number,
): Piece<Thing>[] {
  // Counters follow the clock of the device that wrote them.
  const isDone = place?.isFinished ?? false;
  if (isDone && studyDay(place?.counter) !== today) return [];
  return [{ thing, size: Math.max(1, Math.round(isDone ? whole : left)), isDone }];
}

/** What to do each day until an exam, from what the student and this device know by now. */
async function planExam(queries: QueryClient, exam: Exam): Promise<ExamPlan> {
  const { course } = exam;
  const uid = session.state().me?.uid ?? "";
  const [open, studied, notes, audio, notePlaces, audioPlaces] = await Promise.all([
    openStudied(queries),
    cardsOfCourse(queries, course),
    allNotes(queries, course),
    latest(queries, courseAudioQuery(course)),
    latest(queries, placesInNotesQuery),
    latest(queries, placesInRecordingsQuery),
  ]);
  const cards = studied.map(({ id }) => id).join(" ");
  await keepDecks(queries, open, { [course]: cards });
  const today = studyDay();
  const read = inNotes(uid, notePlaces);
  const heard = inRecordings(uid, audioPlaces);
  const toRead = notes.flatMap((note) => {
    const place = read.get(note.id);
    const left = place ? note.pages - place.page + 1 : note.pages;
    return piece(note, place, today, note.pages, left);
  });
  const toHear = audio.flatMap((each) => {
    const place = heard.get(each.id);
    const whole = each.durationSecs ?? LENGTH_DEFAULT_SECS;
    return piece(each, place, today, whole, whole - (place?.positionMs ?? 0) / 1000);
  });
  const { day, retentionPercent } = forCore(exam);
  const { days, newDone, reviewsDone } = open.core.examPlan(
    day,
    retentionPercent,
    cards,
    numbersOf(toRead),
    numbersOf(toHear),
    Date.now(),
    zoneMinutes(),
  );
  open.core.free();
  const isDone = [...toRead, ...toHear].some((each) => each.isDone);
  return {
    days: days.map((day) => ({
      ...day,
      notes: day.notes.flatMap((place) => toRead[place]?.thing ?? []),
      recordings: day.recordings.flatMap((place) => toHear[place]?.thing ?? []),
    })),
    hasBegun: isDone || newDone + reviewsDone > 0,
  };
}

/** What to do each day until an exam. */
export const examPlanQuery = (queries: QueryClient, exam: Exam) =>
  queryOptions({
    queryKey: ["me", "exam-plan", exam.course, exam.date, exam.retentionPercent] as const,
    queryFn: () => planExam(queries, exam),
    staleTime: Fresh.live,
    // Whoever comes back has studied meanwhile.
    refetchOnMount: "always" as const,
    // Without a network it is made of what this device keeps.
    networkMode: "always" as const,
    structuralSharing: false,
  });
