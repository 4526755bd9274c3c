//! Durations as text, for display and for screen readers.

/// Formats a duration or position in seconds as `m:ss`. Minutes may exceed 59 (`75:03`); an unknown value is `--:--`.
#[must_use]
pub fn format_clock(secs: Option<f64>) -> String {
    match whole_secs(secs) {
        Some(secs) => format!("{}:{:02}", secs / 60, secs % 60),
        None => "--:--".to_owned(),
    }
}

/// Formats the sum of the known durations, in seconds: `about 1 hr 5 min`, `about 2 hrs 5 min` or `about 45 min`.
#[must_use]
pub fn format_total(durations_secs: &[Option<f64>]) -> String {
    let secs: u64 = durations_secs.iter().filter_map(|secs| whole_secs(*secs)).sum();
    let minutes = (secs + 30) / 60;
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("about {minutes} min"),
        (1, minutes) => format!("about 1 hr {minutes} min"),
        (hours, minutes) => format!("about {hours} hrs {minutes} min"),
    }
}

/// Formats a duration or position in seconds for screen readers: `1 hour 2 minutes 5 seconds`. An unknown value is `0
/// seconds`.
#[must_use]
pub fn format_spoken(secs: Option<f64>) -> String {
    let secs = whole_secs(secs).unwrap_or(0);
    let parts = [(secs / 3600, "hour"), (secs / 60 % 60, "minute"), (secs % 60, "second")];
    let said: Vec<String> = parts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, unit)| format!("{count} {unit}{}", if *count == 1 { "" } else { "s" }))
        .collect();
    if said.is_empty() { "0 seconds".to_owned() } else { said.join(" ") }
}

/// Rounds down to whole seconds, as a clock does. NaN, negative and infinite values (live streams) give `None`.
fn whole_secs(secs: Option<f64>) -> Option<u64> {
    /// Far longer than any recording, and small enough that a sum of many values cannot overflow.
    const LONGEST_SECS: f64 = 1e9;
    let secs = secs.filter(|secs| (0.0..=LONGEST_SECS).contains(secs))?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be within 0 and 1e9")]
    Some(secs as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s4_play_13_a_duration_is_shown_in_minutes_and_seconds_or_as_dashes() {
        for (secs, expected) in [
            (Some(0.0), "0:00"),
            (Some(5.0), "0:05"),
            (Some(245.0), "4:05"),
            (Some(59.999), "0:59"),
            (Some(3599.0), "59:59"),
            (Some(4503.0), "75:03"),
            (None, "--:--"),
            (Some(-1.0), "--:--"),
            (Some(f64::NAN), "--:--"),
            (Some(f64::INFINITY), "--:--"),
        ] {
            assert_eq!(format_clock(secs), expected, "{secs:?}");
        }
    }

    #[test]
    fn a_duration_for_screen_readers_names_its_units() {
        for (secs, expected) in [
            (Some(0.0), "0 seconds"),
            (Some(1.0), "1 second"),
            (Some(62.9), "1 minute 2 seconds"),
            (Some(3600.0), "1 hour"),
            (Some(7325.0), "2 hours 2 minutes 5 seconds"),
            (None, "0 seconds"),
            (Some(f64::NAN), "0 seconds"),
        ] {
            assert_eq!(format_spoken(secs), expected, "{secs:?}");
        }
    }

    #[test]
    fn s9_c_14_total_duration_is_formatted_in_hours_and_minutes() {
        let check = |secs: &[Option<f64>], expected: &str| assert_eq!(format_total(secs), expected, "{secs:?}");
        check(&[Some(3900.0)], "about 1 hr 5 min");
        check(&[Some(3600.0), Some(3600.0), Some(300.0)], "about 2 hrs 5 min");
        check(&[Some(2700.0)], "about 45 min");
        check(&[Some(3600.0)], "about 1 hr 0 min");
        check(&[Some(89.0)], "about 1 min");
        check(&[Some(90.0)], "about 2 min");
        check(&[Some(3599.0)], "about 1 hr 0 min");
    }

    #[test]
    fn s9_c_14_unknown_durations_are_left_out_of_the_total() {
        assert_eq!(format_total(&[None, Some(600.0), Some(f64::NAN)]), "about 10 min");
        assert_eq!(format_total(&[None, None]), "about 0 min");
        assert_eq!(format_total(&[]), "about 0 min");
    }
}
