import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { AudioNote, Exam, Note } from "@/api/models";
import { readAllItems } from "@/api/pages";
import { courseAudioQuery } from "@/data/audio/course-audio";
import { courseNotesQuery, noteKeys } from "@/data/notes/notes";
import {
  audioPositionsQuery,
  mergeAudioPositions,
  mergeNotePositions,
  notePositionsQuery,
} from "@/data/positions/cached-positions";
import { staleTimes } from "@/data/query/cache-policies";
import { fetchOrCached } from "@/data/query/latest";
import { epochDayOf } from "@/lib/time/days";
import { cacheCourseCardIds, loadScheduler } from "@/parts/review/load-scheduler";
import { readCourseCards } from "@/parts/review/review-cards";
import { session } from "@/session/session";
import { studyDay, zoneMinutes } from "./study-day";

/** Work planned for one day before an exam. For today, the remaining work. */
export interface PlannedDay {
  /** Days since 1970-01-01. */
  day: number;
  newCards: number;
  reviews: number;
  notes: readonly Note[];
  recordings: readonly AudioNote[];
  /** Estimated duration in seconds. */
  secs: number;
}

export interface ExamPlan {
  /** Planned days, from today on; empty after the exam. */
  days: readonly PlannedDay[];
  /** True if the student has finished part of today's work. */
  hasBegun: boolean;
}

/** Assumed length of a recording with unknown duration, in seconds. */
const LENGTH_DEFAULT_SECS = 10 * 60;

/** Converts an exam to the core's input, with days since 1970-01-01. */
export const toCoreExam = ({ date, retentionPercent }: Exam) => ({ day: epochDayOf(date), retentionPercent });

/** Query for the notes of a course after the pages that are already loaded. */
const restOfNotesQuery = (code: string, begin: string) =>
  queryOptions({
    queryKey: [...noteKeys.inCourse(code), "behind", begin],
    queryFn: ({ signal }): Promise<Note[]> => {
      const read = (query: { cursor?: string }) =>
        unwrap(api.GET("/api/courses/{code}/notes", { params: { path: { code }, query }, signal }));
      return readAllItems(async (query) => (await read(query)).notes, { items: [], nextCursor: begin });
    },
    staleTime: staleTimes.minutes(5),
  });

/** Returns all notes of a course in reading order: by chapter, oldest first. */
async function allNotes(queries: QueryClient, code: string): Promise<Note[]> {
  const list = courseNotesQuery(code);
  const { pages } = await queries.fetchInfiniteQuery(list).catch((error: unknown) => {
    const known = queries.getQueryData(list.queryKey);
    if (!known) throw error;
    return known;
  });
  const cursor = pages.at(-1)?.notes.nextCursor;
  const rest = cursor ? await fetchOrCached(queries, restOfNotesQuery(code, cursor)) : [];
  const notes = [...pages.flatMap((page) => page.notes.items), ...rest].reverse();
  return notes.sort((one, other) => one.chapter - other.chapter);
}

interface Piece<Value> {
  value: Value;
  /** Number of remaining pages or seconds; the full size for an item that was finished today. */
  size: number;
  isDone: boolean;
}

/** Flattens items to pairs of size and done flag for the core. */
const numbersOf = (pieces: readonly Piece<unknown>[]) =>
  Uint32Array.from(pieces.flatMap(({ size, isDone }) => [size, isDone ? 1 : 0]));

/** Returns an array with the item if it is unfinished or was finished today, otherwise an empty array. */
function piece<Value>(
  value: Value,
  place: { isFinished: boolean; counter: number } | undefined,
  today: number,
  whole: number,
  left: number,
): Piece<Value>[] {
  // The counter contains the clock time of the device that wrote the position, so it gives the day.
  const isDone = place?.isFinished ?? false;
  if (isDone && studyDay(place?.counter) !== today) return [];
  return [{ value, size: Math.max(1, Math.round(isDone ? whole : left)), isDone }];
}

/** Computes the exam plan from server data and the local state of this device. */
async function planExam(queries: QueryClient, exam: Exam): Promise<ExamPlan> {
  const { course } = exam;
  const uid = session.state().me?.uid ?? "";
  const [open, studied, notes, audio, notePlaces, audioPlaces] = await Promise.all([
    loadScheduler(queries),
    readCourseCards(queries, course),
    allNotes(queries, course),
    fetchOrCached(queries, courseAudioQuery(course)),
    fetchOrCached(queries, notePositionsQuery),
    fetchOrCached(queries, audioPositionsQuery),
  ]);
  const cards = studied.map(({ id }) => id).join(" ");
  await cacheCourseCardIds(queries, open, { [course]: cards });
  const today = studyDay();
  const read = mergeNotePositions(uid, notePlaces);
  const heard = mergeAudioPositions(uid, audioPlaces);
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
  const { day, retentionPercent } = toCoreExam(exam);
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
      notes: day.notes.flatMap((place) => toRead[place]?.value ?? []),
      recordings: day.recordings.flatMap((place) => toHear[place]?.value ?? []),
    })),
    hasBegun: isDone || newDone + reviewsDone > 0,
  };
}

export const examPlanQuery = (queries: QueryClient, exam: Exam) =>
  queryOptions({
    queryKey: ["me", "exam-plan", exam.course, exam.date, exam.retentionPercent] as const,
    queryFn: () => planExam(queries, exam),
    staleTime: staleTimes.live,
    // The student may have studied since the last mount.
    refetchOnMount: "always" as const,
    // Offline, the plan is computed from cached data.
    networkMode: "always" as const,
    structuralSharing: false,
  });
