//! Exams of students.

use super::{FieldError, FieldErrors, validate_text};
use crate::limits::{
    EXAM_AHEAD_MAX_DAYS, EXAM_TITLE_MAX_CHARS, STUDY_RETENTION_MAX_PERCENT, STUDY_RETENTION_MIN_PERCENT,
};

/// An exam as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExamForm<'a> {
    /// Date, such as `2026-12-09`.
    pub date: &'a str,
    /// Time, such as `13:30`, or empty.
    pub time: &'a str,
    /// Title, possibly empty.
    pub title: &'a str,
    /// Desired retention on that day, in percent.
    pub retention_percent: u8,
    /// Last study day in the exported calendar file, such as `2026-12-08`, or empty.
    pub calendar_until: &'a str,
}

/// A checked exam.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExamDraft {
    /// Date, such as `2026-12-09`.
    pub date: String,
    /// Time, such as `13:30`.
    pub time: Option<String>,
    /// Title, possibly empty.
    pub title: String,
    /// Desired retention on that day, in percent.
    pub retention_percent: u8,
    /// Last study day in the exported calendar file.
    pub calendar_until: Option<String>,
}

/// Checks an exam. `today` is the day in UTC, counted from 1970. Past days are accepted, because the form may have
/// waited for a connection.
///
/// # Errors
/// All invalid fields: `date`, `time`, `title`, `retentionPercent`, `calendarUntil`.
pub fn validate_exam(form: &ExamForm<'_>, today: i32) -> Result<ExamDraft, FieldErrors> {
    let mut errors = FieldErrors::default();
    let date = errors.take(exam_date("date", form.date, today));
    let time = errors.take(exam_time(form.time));
    let title = errors.take(validate_text("title", form.title, EXAM_TITLE_MAX_CHARS));
    let retention_percent = errors.take(exam_retention(form.retention_percent));
    let calendar_until = errors.take(match form.calendar_until {
        "" => Ok(None),
        day => exam_date("calendarUntil", day, today).map(Some),
    });
    match (date, time, title, retention_percent, calendar_until) {
        (Some(date), Some(time), Some(title), Some(retention_percent), Some(calendar_until)) => {
            Ok(ExamDraft { date, time, title, retention_percent, calendar_until })
        }
        _ => Err(errors),
    }
}

fn exam_date(field: &'static str, date: &str, today: i32) -> Result<String, FieldError> {
    let Some(day) = epoch_day_of(date) else {
        return Err(FieldError::new(field, "invalid", "Choose the day of the exam."));
    };
    // The local date may be one day ahead of UTC.
    let ahead = i64::from(day) - i64::from(today) - 1;
    if ahead > i64::from(EXAM_AHEAD_MAX_DAYS) {
        let message = format!("Choose a day within the next {EXAM_AHEAD_MAX_DAYS} days.");
        return Err(FieldError::new(field, "invalid", message));
    }
    Ok(date.to_owned())
}

fn exam_time(time: &str) -> Result<Option<String>, FieldError> {
    if time.is_empty() {
        return Ok(None);
    }
    let is_time = digits(time, &[2, 2], ':').is_some_and(|parts| parts[0] < 24 && parts[1] < 60);
    if is_time {
        Ok(Some(time.to_owned()))
    } else {
        Err(FieldError::new("time", "invalid", "Enter a time like 13:30."))
    }
}

fn exam_retention(percent: u8) -> Result<u8, FieldError> {
    if (STUDY_RETENTION_MIN_PERCENT..=STUDY_RETENTION_MAX_PERCENT).contains(&percent) {
        return Ok(percent);
    }
    let message = format!("Choose a target from {STUDY_RETENTION_MIN_PERCENT}% to {STUDY_RETENTION_MAX_PERCENT}%.");
    Err(FieldError::new("retentionPercent", "invalid", message))
}

/// Returns the day of a date such as `2026-12-09`, counted from 1970, or `None` if the date does not exist.
#[must_use]
pub fn epoch_day_of(date: &str) -> Option<i32> {
    let parts = digits(date, &[4, 2, 2], '-')?;
    let [year, month, day] = parts[..] else { return None };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days_in_month = match month {
        2 => 28 + i32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if !(1..=days_in_month).contains(&day) || year < 1970 {
        return None;
    }
    // Count years from March, so that the leap day is the last day of a year.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let before_year = 365 * year + year / 4 - year / 100 + year / 400;
    Some(before_year + (153 * month + 2) / 5 + day - 1 - 719_468)
}

/// Returns numbers with exactly these numbers of digits.
fn digits(text: &str, lens: &[usize], separator: char) -> Option<Vec<i32>> {
    let parts: Vec<&str> = text.split(separator).collect();
    if parts.len() != lens.len() {
        return None;
    }
    let number = |(part, len): (&&str, &usize)| {
        let is_number = part.len() == *len && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| part.parse().ok()).flatten()
    };
    parts.iter().zip(lens).map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: ExamForm<'_> =
        ExamForm { date: "2026-12-09", time: "", title: "", retention_percent: 90, calendar_until: "" };

    #[test]
    fn dates_are_converted_to_days_since_1970_and_nonexistent_dates_rejected() {
        for (date, day) in [
            ("1970-01-01", 0),
            ("2000-02-29", 11_016),
            ("2024-12-31", 20_088),
            ("2026-01-05", 20_458),
            ("2026-12-09", 20_796),
        ] {
            assert_eq!(epoch_day_of(date), Some(day), "{date}");
        }
        for date in [
            "",
            "2026-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-04-31",
            "2026-4-3",
            "09.12.2026",
            "2026-12-09T",
            "1900-01-01",
        ] {
            assert_eq!(epoch_day_of(date), None, "{date}");
        }
    }

    #[test]
    fn an_exam_needs_a_date_within_a_year_and_its_time_and_title_are_optional() {
        let today = epoch_day_of("2026-11-25").unwrap();
        let full = ExamForm { time: "13:30", title: "  Midterm ", calendar_until: "2026-12-08", ..FORM };
        let draft = validate_exam(&full, today).unwrap();
        assert_eq!((draft.time.as_deref(), draft.title.as_str()), (Some("13:30"), "Midterm"));
        assert_eq!(draft.calendar_until.as_deref(), Some("2026-12-08"));
        assert_eq!(validate_exam(&FORM, today).unwrap().time, None);
        assert!(validate_exam(&ExamForm { date: "2026-01-01", ..FORM }, today).is_ok(), "it is over");
        let long = "x".repeat(EXAM_TITLE_MAX_CHARS + 1);
        let wrong = ExamForm {
            date: "2027-12-01",
            time: "25:00",
            title: &long,
            retention_percent: 98,
            calendar_until: "2027-12-01",
        };
        let fields: Vec<String> =
            validate_exam(&wrong, today).unwrap_err().0.into_iter().map(|error| error.field).collect();
        assert_eq!(fields, ["date", "time", "title", "retentionPercent", "calendarUntil"]);
        for time in ["24:00", "12:60", "1:30", "noon"] {
            assert!(validate_exam(&ExamForm { time, ..FORM }, today).is_err(), "{time}");
        }
    }
}
