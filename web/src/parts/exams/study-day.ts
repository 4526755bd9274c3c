import { STUDY_DAY_BEGINS_HOUR } from "@/core/limits";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** How far the clock on the wall is ahead of UTC, in minutes. */
export const zoneMinutes = (atMs = Date.now()) => -new Date(atMs).getTimezoneOffset();

/** The date on the wall, counted from 1970. */
export const calendarDay = (atMs = Date.now()) => Math.floor((atMs / MINUTE_MS + zoneMinutes(atMs)) / DAY_MINUTES);

/** The day that a moment belongs to, counted from 1970, as the core counts it: days of students begin at four. */
export const studyDay = (atMs = Date.now()) =>
  Math.floor((atMs / MINUTE_MS + zoneMinutes(atMs) - STUDY_DAY_BEGINS_HOUR * 60) / DAY_MINUTES);
