//! Study cards, their reviews and exams.

use super::Limit;

limits! {
    STUDYING:
    /// Maximum number of review events in one batch. Its item stays below 1 kB, which costs one write.
    STUDY_BATCH_MAX: usize = 30, "events";
    /// Default number of new cards per day.
    STUDY_NEW_A_DAY_DEFAULT: u32 = 20, "cards";
    /// Maximum number of new cards per day.
    STUDY_NEW_A_DAY_MAX: u32 = 999, "cards";
    /// Default number of reviews per day.
    STUDY_REVIEWS_A_DAY_DEFAULT: u32 = 200, "cards";
    /// Maximum number of reviews per day.
    STUDY_REVIEWS_A_DAY_MAX: u32 = 9999, "cards";
    /// Default of the desired retention.
    STUDY_RETENTION_DEFAULT_PERCENT: u8 = 90, "percent";
    /// Minimum of the desired retention.
    STUDY_RETENTION_MIN_PERCENT: u8 = 70, "percent";
    /// Maximum of the desired retention. Above it, cards would be due all the time.
    STUDY_RETENTION_MAX_PERCENT: u8 = 97, "percent";
    /// Longest interval between two reviews of a card.
    STUDY_INTERVAL_MAX_DAYS: i32 = 36_500, "days";
    /// Local time at which the day of a student begins.
    STUDY_DAY_BEGINS_HOUR: u8 = 4, "hours";
    /// Cards due within this time are shown at once if no other card is left.
    STUDY_AHEAD_MS: u32 = 20 * 60 * 1000, "milliseconds";
    /// Maximum time that one answer counts for. A longer pause means that the student left the page.
    STUDY_TOOK_MAX_MS: u32 = 60 * 1000, "milliseconds";
    /// Delay before answers are sent, so that a session needs few requests.
    STUDY_HOLD_MS: u32 = 2 * 60 * 1000, "milliseconds";
    /// Assumed duration of an answer until the student has given one.
    STUDY_TOOK_DEFAULT_MS: u32 = 8 * 1000, "milliseconds";
    /// Number of days in the chart of past answers: a year in whole weeks.
    STUDY_YEAR_DAYS: usize = 371, "days";
    /// Number of days in the forecast of due cards.
    STUDY_FORECAST_DAYS: usize = 30, "days";
    /// Number of days in the charts of progress: twelve whole weeks.
    STUDY_PROGRESS_DAYS: usize = 84, "days";
    /// Number of days over which the work for a desired retention is computed.
    STUDY_PRICE_DAYS: usize = 60, "days";
    /// Shortest session with a time budget.
    STUDY_TIMED_MIN_MINUTES: u32 = 1, "minutes";
    /// Longest session with a time budget.
    STUDY_TIMED_MAX_MINUTES: u32 = 600, "minutes";
    /// Time before its creation up to which a snapshot covers the log. More recent review events may still be on their
    /// way into the log.
    STUDY_SNAPSHOT_MARGIN_MS: u32 = 20 * 60 * 1000, "milliseconds";
    /// Number of batches after the last snapshot that triggers a new one: 16 kB or 600 answers.
    STUDY_TAIL_BATCHES: usize = 20, "batches";
    /// Maximum size of a compressed snapshot: five times the size for 20,000 cards.
    STUDY_SNAPSHOT_MAX_BYTES: u64 = 2 * 1024 * 1024, "bytes";
    /// Number of reviews, after an interval of days, from which the memory model is fitted to the student.
    STUDY_FIT_REVIEWS: usize = 400, "reviews";
    /// Minimum time between two fits that the student did not ask for.
    STUDY_FIT_EVERY_MS: u32 = 7 * 24 * 60 * 60 * 1000, "milliseconds";

    /// Maximum number of days until an exam.
    EXAM_AHEAD_MAX_DAYS: u32 = 366, "days";
    /// Maximum length of the title of an exam.
    EXAM_TITLE_MAX_CHARS: usize = 80, "characters";
    /// Maximum number of exams of one student, including past ones.
    EXAMS_MAX: usize = 200, "exams";
    /// Assumed time to read a page of a note.
    EXAM_PAGE_SECS: u32 = 2 * 60, "seconds";
    /// Number of days before an exam at which the dashboard begins its countdown.
    EXAM_SHOWN_AHEAD_DAYS: u32 = 60, "days";
    /// Maximum number of countdowns on the dashboard.
    EXAMS_SHOWN: usize = 3, "exams";
}
