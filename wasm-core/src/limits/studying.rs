//! Study cards, their reviews, and exams.

use super::Limit;

limits! {
    STUDYING:
    // Studying.
    /// Most facts that are sent and kept together: their item stays below 1 kB, which is one write.
    STUDY_BATCH_MAX: usize = 30, "facts";
    /// New cards a day, unless the student says otherwise.
    STUDY_NEW_A_DAY_DEFAULT: u32 = 20, "cards";
    /// Most new cards a day.
    STUDY_NEW_A_DAY_MAX: u32 = 999, "cards";
    /// Cards that come again a day, unless the student says otherwise.
    STUDY_REVIEWS_A_DAY_DEFAULT: u32 = 200, "cards";
    /// Most cards that come again a day.
    STUDY_REVIEWS_A_DAY_MAX: u32 = 9999, "cards";
    /// How many of a hundred cards are to be remembered when they come again, unless the student says otherwise.
    STUDY_RETENTION_DEFAULT_PERCENT: u8 = 90, "percent";
    /// The lowest that can be wanted.
    STUDY_RETENTION_MIN_PERCENT: u8 = 70, "percent";
    /// The highest that can be wanted: beyond it, cards come all the time.
    STUDY_RETENTION_MAX_PERCENT: u8 = 97, "percent";
    /// Longest time after which a card comes again.
    STUDY_INTERVAL_MAX_DAYS: i32 = 36_500, "days";
    /// When the day of a student begins, by the clock on the wall.
    STUDY_DAY_BEGINS_HOUR: u8 = 4, "hours";
    /// When nothing else is left, a card that comes within this time comes at once.
    STUDY_AHEAD_MS: u32 = 20 * 60 * 1000, "milliseconds";
    /// Longest time that one answer is counted for: who takes longer has left the page.
    STUDY_TOOK_MAX_MS: u32 = 60 * 1000, "milliseconds";
    /// Answers wait this long for others before they are sent, so that a session is few requests.
    STUDY_HOLD_MS: u32 = 2 * 60 * 1000, "milliseconds";
    /// How long an answer is thought to take while none was given.
    STUDY_TOOK_DEFAULT_MS: u32 = 8 * 1000, "milliseconds";
    /// Days of which is shown how much was studied: a year, in whole weeks.
    STUDY_YEAR_DAYS: usize = 371, "days";
    /// Days for which is shown how many cards come.
    STUDY_FORECAST_DAYS: usize = 30, "days";
    /// A snapshot covers nothing that the server had later than this before it is made: such facts may still be on their
    /// way into the log.
    STUDY_SNAPSHOT_MARGIN_MS: u32 = 20 * 60 * 1000, "milliseconds";
    /// From so many batches on that no snapshot covers, a new one is made: they are 16 kB, or 600 answers.
    STUDY_TAIL_BATCHES: usize = 20, "batches";
    /// Largest snapshot, packed: five times that of 20,000 cards.
    STUDY_SNAPSHOT_MAX_BYTES: u64 = 2 * 1024 * 1024, "bytes";

    // Exams.
    /// Farthest that an exam may be ahead.
    EXAM_AHEAD_MAX_DAYS: u32 = 366, "days";
    /// Longest title of an exam.
    EXAM_TITLE_MAX_CHARS: usize = 80, "characters";
    /// Most exams of one student, past ones too.
    EXAMS_MAX: usize = 200, "exams";
    /// How long a page of a note is thought to take.
    EXAM_PAGE_SECS: u32 = 2 * 60, "seconds";
    /// How many days before an exam the dashboard counts down to it.
    EXAM_SHOWN_AHEAD_DAYS: u32 = 60, "days";
    /// Most exams that the dashboard counts down to.
    EXAMS_SHOWN: usize = 3, "exams";
}
