//! Study days: they begin at 4:00 in the student's local time.

use crate::limits::STUDY_DAY_BEGINS_HOUR;

/// Length of a day in milliseconds.
pub const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// Maximum offset of local time from UTC, in minutes: 14 hours today, and some larger ones in the past.
pub const ZONE_MAX_MINUTES: i16 = 16 * 60;

/// Returns the study day of a time, counted from 1970. `zone_minutes` is the offset of the local time from UTC.
#[must_use]
pub fn study_day(when_ms: u64, zone_minutes: i16) -> i32 {
    let begins_ms = i64::from(STUDY_DAY_BEGINS_HOUR) * 60 * 60 * 1000;
    let local_ms = i64::try_from(when_ms).unwrap_or(i64::MAX / 2) + i64::from(zone_minutes) * 60 * 1000 - begins_ms;
    let day = local_ms.div_euclid(DAY_MS.cast_signed());
    i32::try_from(day).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn study_day_begins_at_four_in_the_students_time_zone() {
        let midnight_ms = 20_000 * DAY_MS;
        let hour_ms = 60 * 60 * 1000;
        assert_eq!(study_day(midnight_ms + 4 * hour_ms - 1, 0), 19_999);
        assert_eq!(study_day(midnight_ms + 4 * hour_ms, 0), 20_000);
        assert_eq!(study_day(midnight_ms + 8 * hour_ms - 1, -240), 19_999, "Toronto in summer");
        assert_eq!(study_day(midnight_ms + 8 * hour_ms, -240), 20_000);
        assert_eq!(study_day(midnight_ms - 2 * hour_ms, 360), 20_000, "east of UTC");
        assert_eq!(study_day(0, 0), -1);
        assert_eq!(study_day(u64::MAX, 0), i32::MAX, "no clock breaks it");
    }
}
