import { STUDY_DAY_BEGINS_HOUR } from "@/core/limits";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** Returns the offset of local time from UTC in minutes; positive east of Greenwich. */
export const zoneMinutes = (atMs = Date.now()) => -new Date(atMs).getTimezoneOffset();

/** Returns the local calendar day, in days since 1970-01-01. */
export const calendarDay = (atMs = Date.now()) => Math.floor((atMs / MINUTE_MS + zoneMinutes(atMs)) / DAY_MINUTES);

/**
 * Returns the study day of an instant, in days since 1970-01-01. Study days begin at 4:00 local time, as in the core.
 */
export const studyDay = (atMs = Date.now()) =>
  Math.floor((atMs / MINUTE_MS + zoneMinutes(atMs) - STUDY_DAY_BEGINS_HOUR * 60) / DAY_MINUTES);
