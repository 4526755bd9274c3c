//! Timestamps in UTC with millisecond precision. Their text has a fixed width, so text order is time order.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;
use time::{OffsetDateTime, UtcOffset};

/// An instant in UTC with millisecond precision, serialized as `2026-11-21T02:50:00.123Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(OffsetDateTime);

/// Error for a text that is not an ISO 8601 instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a moment in ISO 8601")]
pub struct TimestampError;

impl Timestamp {
    /// Returns the current time. Read it once per request and pass it down.
    #[must_use]
    pub fn now() -> Self {
        Self::truncated(OffsetDateTime::now_utc())
    }

    /// Creates a timestamp from Unix seconds.
    ///
    /// # Errors
    /// If the year cannot be written with four digits.
    pub fn from_epoch_secs(secs: i64) -> Result<Self, TimestampError> {
        OffsetDateTime::from_unix_timestamp(secs).map(Self::truncated).map_err(|_| TimestampError)
    }

    /// Returns whole Unix seconds.
    #[must_use]
    pub fn epoch_secs(self) -> i64 {
        self.0.unix_timestamp()
    }

    /// Returns Unix milliseconds, or 0 for times before 1970.
    #[must_use]
    pub fn epoch_millis(self) -> u64 {
        u64::try_from(self.0.unix_timestamp_nanos() / 1_000_000).unwrap_or(0)
    }

    /// Returns the time `secs` seconds later, or the unchanged time on overflow.
    #[must_use]
    pub fn plus_secs(self, secs: u64) -> Self {
        self.plus(Duration::from_secs(secs))
    }

    /// Returns the time `duration` later in whole milliseconds, or the unchanged time on overflow.
    #[must_use]
    pub fn plus(self, duration: Duration) -> Self {
        let later = self.0.checked_add(time::Duration::try_from(duration).unwrap_or_default());
        later.map_or(self, Self::truncated)
    }

    /// Returns the time `secs` seconds earlier, or the unchanged time on overflow.
    #[must_use]
    pub fn minus_secs(self, secs: u64) -> Self {
        Self(
            self.0
                .checked_sub(time::Duration::try_from(Duration::from_secs(secs)).unwrap_or_default())
                .unwrap_or(self.0),
        )
    }

    /// Rounds down to a multiple of `span_secs` since 1970.
    #[must_use]
    pub fn floor_to(self, span_secs: u32) -> Self {
        let secs = self.epoch_secs();
        Self::from_epoch_secs(secs - secs.rem_euclid(i64::from(span_secs.max(1)))).unwrap_or(self)
    }

    /// Returns the calendar day in UTC, such as `2026-11-21`.
    #[must_use]
    pub fn day(self) -> String {
        format!("{:04}-{:02}-{:02}", self.0.year(), u8::from(self.0.month()), self.0.day())
    }

    /// Returns the calendar month in UTC, such as `2026-11`.
    #[must_use]
    pub fn month(self) -> String {
        format!("{:04}-{:02}", self.0.year(), u8::from(self.0.month()))
    }

    fn truncated(at: OffsetDateTime) -> Self {
        let at = at.to_offset(UtcOffset::UTC);
        Self(at.replace_millisecond(at.millisecond()).unwrap_or(at))
    }
}

impl From<Timestamp> for SystemTime {
    fn from(at: Timestamp) -> Self {
        at.0.into()
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");
        f.write_str(&self.0.format(&format).map_err(|_| fmt::Error)?)
    }
}

impl FromStr for Timestamp {
    type Err = TimestampError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        OffsetDateTime::parse(text, &Rfc3339).map(Self::truncated).map_err(|_| TimestampError)
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_have_fixed_width_and_round_trip() {
        let at = Timestamp::from_epoch_secs(1_790_000_000).unwrap();
        assert_eq!(at.to_string(), "2026-09-21T14:13:20.000Z");
        assert_eq!(at.to_string().parse::<Timestamp>().unwrap(), at);
        assert_eq!(at.day(), "2026-09-21");
        assert_eq!(at.month(), "2026-09");
        assert_eq!(Timestamp::now().to_string().len(), 24);
    }

    #[test]
    fn timestamps_with_an_offset_are_converted_to_utc() {
        let at: Timestamp = "2026-09-21T16:13:20+02:00".parse().unwrap();
        assert_eq!(at.epoch_secs(), 1_790_000_000);
        assert!("yesterday".parse::<Timestamp>().is_err());
    }
}
