//! Activity of a course: each like, save and download adds a share, which loses half its weight every week.
//!
//! The stored sums never have to be decayed. Instead, newer shares are written larger: a share doubles with each week
//! since [`FIRST_DAY_SECS`], so two sums always compare correctly (forward decay). To keep sums within integer range
//! they are counted in eras of 32 weeks. The first share of a new era divides the stored sum by 2 to the 32nd.
//!
//! The share of a liked course is written in the transaction of the like. Other shares are written after their event,
//! so that saving a note never waits for a busy course. If the process stops in between, the share is lost.

use aws::client::Store;
use aws::expression::{Condition, attribute, exists};
use aws::retry::Retry;
use aws::write::Update;
use model::error::{Error, ResourceKind, Result};
use model::keys;
use model::timestamp::Timestamp;
use wasm_core::course::CourseCode;

use crate::library::courses::{self, Course};

/// Monday, 5 January 2026, in Unix seconds.
const FIRST_DAY_SECS: i64 = 1_767_571_200;
const HALF_LIFE_SECS: i64 = 7 * 86_400;
/// Number of half-lives in an era.
const ERA_HALF_LIVES: i64 = 32;
/// Binary logarithm of a share on the first day of an era, large enough for shares of different days to differ.
const FIRST_SHARE_LOG2: f64 = 8.0;
/// Resolution of the catalogue: 16 steps per doubling, about 10 hours each.
const STEPS: f64 = 16.0;
fn era_of(at: Timestamp) -> u32 {
    u32::try_from((at.epoch_secs() - FIRST_DAY_SECS).max(0) / (ERA_HALF_LIVES * HALF_LIFE_SECS)).unwrap_or(u32::MAX)
}

/// Returns the share of an event at `at` in a sum of `era`; 0 if it is too old to matter.
#[expect(clippy::cast_precision_loss, reason = "seconds of some thousand years")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "capped, and never below 0")]
fn share(at: Timestamp, era: u32) -> u64 {
    let since_era = at.epoch_secs() - FIRST_DAY_SECS - i64::from(era) * ERA_HALF_LIVES * HALF_LIFE_SECS;
    let half_lives = since_era as f64 / HALF_LIFE_SECS as f64;
    // A correct clock never exceeds the end of an era; the cap prevents an overflow of the sums.
    (half_lives.min(ERA_HALF_LIVES as f64) + FIRST_SHARE_LOG2).exp2().round() as u64
}

/// Converts a sum to a later era.
fn carried(sum: u64, from: u32, to: u32) -> u64 {
    match to.saturating_sub(from) {
        0 => sum,
        1 => sum >> ERA_HALF_LIVES,
        _ => 0,
    }
}

impl Course {
    /// Returns the activity for the catalogue, in steps of about 4 %; 0 for none. Values from before and after the counts
    /// were scaled down are comparable. The rounding avoids publishing the catalogue for each download of a popular course.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "only the order matters, and that is coarser")]
    pub fn activity_steps(&self) -> f64 {
        if self.activity == 0 {
            return 0.0;
        }
        let half_lives = (self.activity as f64).log2() + f64::from(self.activity_era) * ERA_HALF_LIVES as f64;
        1.0 + (half_lives * STEPS).round()
    }
}

/// Returns the condition that the sum of a course is in this era. Every write of a share needs it.
pub(crate) fn is_in_era(era: u32) -> Condition {
    exists().and(attribute("activity_era").eq_or_absent(era))
}

/// Returns the current era and share without reading the course.
pub(crate) fn current_share(now: Timestamp) -> (u32, u64) {
    let era = era_of(now);
    (era, share(now, era))
}

/// Converts the sum of a course to the current era if it is older. Returns the era and share to write; that write fails
/// if another request converted the sum first. Cost: 1 write, about twice a year.
pub(crate) async fn to_current_era(store: &Store, course: &Course, now: Timestamp) -> Result<(u32, u64)> {
    let era = era_of(now).max(course.activity_era);
    if course.activity_era < era {
        let update = Update::of(keys::course::primary(&course.code))
            .set("activity", carried(course.activity, course.activity_era, era))
            .set("activity_era", era)
            .when(is_in_era(course.activity_era))
            .when(attribute("activity").eq_or_absent(course.activity));
        // A conflict means that another request converted or changed the sum. The caller's own write detects it.
        update.apply(store).await?;
    }
    Ok((era, share(now, era)))
}

/// Returns the share to subtract for a reverted event of time `then`, at most the stored sum.
pub(crate) fn share_of(course: &Course, then: Timestamp) -> u64 {
    share(then, course.activity_era).min(course.activity)
}

/// Adds the share of an event to its course, if it has one. Failures are logged and do not affect the request. Cost: 1
/// write, 1 index write.
pub(crate) async fn record_event(store: &Store, course: Option<&CourseCode>, now: Timestamp) {
    if let Some(code) = course
        && let Err(error) = try_add(store, code, now).await
    {
        tracing::warn!(course = %code, error = &error as &dyn std::error::Error, "activity was not counted");
    }
}

/// Subtracts the share of a reverted event of time `then`. Failures are logged as in [`record_event`]. Cost: 1 read
/// more than [`record_event`].
pub(crate) async fn revert_event(store: &Store, course: Option<&CourseCode>, then: Timestamp) {
    if let Some(code) = course
        && let Err(error) = try_take_back(store, code, then).await
    {
        tracing::warn!(course = %code, error = &error as &dyn std::error::Error, "activity was not taken back");
    }
}

async fn try_add(store: &Store, code: &CourseCode, now: Timestamp) -> Result<()> {
    let (mut era, mut share) = current_share(now);
    let mut retry = Retry::new();
    loop {
        let update = Update::of(keys::course::primary(code))
            .set("activity_era", era)
            .add("activity", share)
            .when(is_in_era(era));
        if update.apply(store).await? {
            return Ok(());
        }
        let Some(course) = courses::find(store, code).await? else { return Err(Error::NotFound(ResourceKind::Course)) };
        (era, share) = to_current_era(store, &course, now).await?;
        retry.wait().await?;
    }
}

async fn try_take_back(store: &Store, code: &CourseCode, then: Timestamp) -> Result<()> {
    let mut retry = Retry::new();
    loop {
        let Some(course) = courses::find(store, code).await? else { return Ok(()) };
        let share = share_of(&course, then);
        if share == 0 || subtract_update(&course, share).apply(store).await? {
            return Ok(());
        }
        retry.wait().await?;
    }
}

/// Returns the update that subtracts a share. Condition: the sum is at least as large, in the same era.
pub(crate) fn subtract_update(course: &Course, share: u64) -> Update {
    Update::of(keys::course::primary(&course.code))
        .add("activity", -i64::try_from(share).unwrap_or(i64::MAX))
        .when(attribute("activity").is_at_least(share).and(attribute("activity_era").is(course.activity_era)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEEK: i64 = HALF_LIFE_SECS;

    fn week(number: i64) -> Timestamp {
        Timestamp::from_epoch_secs(FIRST_DAY_SECS + number * WEEK).unwrap()
    }

    fn steps(activity: u64, activity_era: u32) -> f64 {
        let at = week(0);
        let code = CourseCode::parse("CS246").unwrap();
        Course { activity, activity_era, ..Course::new(code, "A title", at) }.activity_steps()
    }

    #[test]
    fn the_share_of_an_event_doubles_each_week() {
        assert_eq!(share(week(0), 0), 256);
        assert_eq!(share(week(1), 0), 512);
        assert_eq!(share(week(31), 0), 1 << 39);
        assert_eq!(share(week(32), 1), 256);
        let half = Timestamp::from_epoch_secs(FIRST_DAY_SECS + WEEK / 2).unwrap();
        assert_eq!(share(half, 0), 362, "256 times the root of 2");
    }

    #[test]
    fn activity_is_converted_to_the_next_era_and_dropped_after_two_eras() {
        assert_eq!([0, 31, 32, 64].map(|number| era_of(week(number))), [0, 0, 1, 2]);
        assert_eq!(era_of(week(-5)), 0);
        assert_eq!(carried(1 << 39, 0, 1), 1 << 7);
        assert_eq!(carried(u64::MAX, 0, 2), 0);
        assert_eq!(carried(7, 3, 3), 7);
        assert_eq!(share(week(0), 1), 0);
        // Converting a share gives the share of that time in the new era.
        assert_eq!(carried(share(week(31), 0), 0, 1), share(week(31), 1));
    }

    #[test]
    fn a_clock_years_ahead_does_not_overflow_the_activity() {
        assert_eq!(share(week(5_000), 0), 1 << 40);
    }

    #[test]
    fn activity_values_stay_ordered_across_eras() {
        assert!(steps(0, 3) < steps(1, 0));
        assert!(steps(256, 0) < steps(512, 0));
        assert!(steps(u64::MAX, 0) > steps(1 << 32, 0));
        assert_eq!(steps(1 << 40, 0), steps(1 << 8, 1));
        assert!(steps(1 << 39, 0) < steps(1 << 8, 1));
        assert_eq!(steps(1000, 1), steps(1001, 1), "so little is not worth a new catalogue");
    }
}
