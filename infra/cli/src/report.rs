//! Output of the command: progress, a table of all files, and messages.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::failure::{Exit, Failure};

/// Interval of the progress line at a terminal, and in a log.
const TERMINAL_EVERY: Duration = Duration::from_millis(500);
const LOG_EVERY: Duration = Duration::from_secs(10);

/// Result for one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FileResult {
    Published,
    /// The file was published before.
    Present,
    /// Fetched into the folder.
    Saved,
    /// Other values were replaced by the exported ones.
    Updated,
    /// Other values were kept. Contains the names of their fields.
    Different(String),
    /// A dry run would upload or create it.
    New,
    /// The file was published and then deleted. It stays deleted.
    Deleted,
    /// This command does not upload such files.
    Skipped(String),
    Refused(String),
    Unreadable(String),
    /// The file was not sent, or its check has not finished.
    Unfinished(String),
}

impl FileResult {
    fn words(&self) -> (&'static str, &str) {
        match self {
            Self::Published => ("published", ""),
            Self::Present => ("there already", ""),
            Self::Saved => ("saved", ""),
            Self::Updated => ("updated", ""),
            Self::Different(fields) => ("differs", fields),
            Self::New => ("new", ""),
            Self::Deleted => {
                ("deleted", "It was uploaded before and has been deleted or moved. --again uploads it again.")
            }
            Self::Skipped(reason) => ("skipped", reason),
            Self::Refused(reason) => ("refused", reason),
            Self::Unreadable(reason) => ("unreadable", reason),
            Self::Unfinished(reason) => ("not finished", reason),
        }
    }

    fn exit(&self) -> Exit {
        match self {
            Self::Published | Self::Present | Self::Saved | Self::Updated => Exit::Done,
            Self::New | Self::Deleted | Self::Skipped(_) => Exit::Done,
            Self::Refused(_) | Self::Different(_) => Exit::Refused,
            Self::Unfinished(_) => Exit::Unfinished,
            Self::Unreadable(_) => Exit::Unreadable,
        }
    }
}

impl From<&Failure> for FileResult {
    fn from(failure: &Failure) -> Self {
        match failure {
            Failure::Unreadable(reason) => Self::Unreadable(reason.clone()),
            Failure::Refused { detail, .. } => Self::Refused(detail.clone()),
            Failure::Usage(reason) | Failure::Key(reason) | Failure::Unreachable(reason) | Failure::NotSent(reason) => {
                Self::Unfinished(reason.clone())
            }
        }
    }
}

/// One line of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    /// Path within the folder.
    pub(crate) file: String,
    /// Course or shelf.
    pub(crate) place: String,
    /// Chapter or subject.
    pub(crate) part: String,
    pub(crate) result: FileResult,
}

/// Formats the table with one line per file, and the number of files of each result.
pub(crate) fn table(rows: &[Row]) -> String {
    let cells: Vec<[&str; 5]> = std::iter::once(["RESULT", "PLACE", "PART", "FILE", "REASON"])
        .chain(rows.iter().map(|row| {
            let (word, reason) = row.result.words();
            [word, &row.place, &row.part, &row.file, reason]
        }))
        .collect();
    let width = |column: usize| cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2), width(3)];
    let mut text = String::new();
    for row in &cells {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(widths) {
            line.push_str(&format!("{cell:width$}  "));
        }
        line.push_str(row[4]);
        text.push_str(line.trim_end());
        text.push('\n');
    }
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for row in rows {
        let (word, _) = row.result.words();
        match counts.iter_mut().find(|(counted, _)| *counted == word) {
            Some((_, count)) => *count += 1,
            None => counts.push((word, 1)),
        }
    }
    let counts: Vec<String> = counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
    text.push_str(&format!("\n{}\n", if counts.is_empty() { "No files".to_owned() } else { counts.join(", ") }));
    text
}

/// Returns the exit code: the most serious one of all files.
pub(crate) fn exit(rows: &[Row]) -> Exit {
    rows.iter().map(|row| row.result.exit()).max().unwrap_or(Exit::Done)
}

/// Prints to the standard output. Ignores that nobody reads it.
pub(crate) fn print(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
}

/// Prints one line to the standard error.
pub(crate) fn print_error(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Progress of a transfer.
pub(crate) struct Progress {
    all_files: usize,
    /// Verb of the transfer: `sent` or `received`.
    word: &'static str,
    done_files: AtomicUsize,
    bytes: AtomicU64,
    began: Instant,
    /// Time from the beginning to the last byte.
    sent_after: Mutex<Duration>,
}

impl Progress {
    pub(crate) fn new(all_files: usize, word: &'static str) -> Self {
        Self {
            all_files,
            word,
            done_files: AtomicUsize::new(0),
            bytes: AtomicU64::new(0),
            began: Instant::now(),
            sent_after: Mutex::default(),
        }
    }

    pub(crate) fn add_bytes(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        *self.sent_after.lock().unwrap_or_else(PoisonError::into_inner) = self.began.elapsed();
    }

    pub(crate) fn add_file(&self) {
        self.done_files.fetch_add(1, Ordering::Relaxed);
    }

    /// Prints the progress until `is_over` returns true. `is_over` is called before each line and waits for at most the
    /// given time.
    pub(crate) fn show(&self, is_over: impl Fn(Duration) -> bool) {
        let is_terminal = io::stderr().is_terminal();
        let mut shown = Instant::now();
        while !is_over(TERMINAL_EVERY) {
            let every = if is_terminal { Duration::ZERO } else { LOG_EVERY };
            if shown.elapsed() >= every {
                shown = Instant::now();
                let (start, end) = if is_terminal { ("\r", "\x1b[K") } else { ("", "\n") };
                let _ = write!(io::stderr(), "{start}{}{end}", self.line());
            }
        }
        if is_terminal {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }

    fn line(&self) -> String {
        let sent_bytes = self.bytes.load(Ordering::Relaxed);
        let secs = self.began.elapsed().as_secs().max(1);
        format!(
            "{} of {} files, {} MB {}, {} MB/s",
            self.done_files.load(Ordering::Relaxed),
            self.all_files,
            sent_bytes / 1_000_000,
            self.word,
            sent_bytes / 1_000_000 / secs
        )
    }

    /// Returns the line about a whole download.
    pub(crate) fn received(&self) -> String {
        let bytes = self.bytes.load(Ordering::Relaxed);
        format!("{} MB received in {:.1} s", bytes / 1_000_000, self.began.elapsed().as_secs_f64())
    }

    /// Returns the line about a whole upload.
    pub(crate) fn summary(&self) -> String {
        let sent_bytes = self.bytes.load(Ordering::Relaxed);
        let sent_secs = self.sent_after.lock().unwrap_or_else(PoisonError::into_inner).as_secs_f64();
        let all_secs = self.began.elapsed().as_secs_f64();
        format!("{} MB sent in {sent_secs:.1} s, checks ended after {all_secs:.1} s", sent_bytes / 1_000_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(file: &str, result: FileResult) -> Row {
        Row { file: file.into(), place: "CS246".into(), part: "Chapter 3".into(), result }
    }

    #[test]
    fn s6_cli_3_the_table_has_one_line_per_file_with_its_reason() {
        let rows = [row("é.pdf", FileResult::Published), row("bb.pdf", FileResult::Refused("Not a PDF.".into()))];
        assert_eq!(
            table(&rows),
            "RESULT     PLACE  PART       FILE    REASON\n\
             published  CS246  Chapter 3  é.pdf\n\
             refused    CS246  Chapter 3  bb.pdf  Not a PDF.\n\
             \n1 published, 1 refused\n"
        );
        assert_eq!(table(&[]).lines().last(), Some("No files"));
    }

    #[test]
    fn s6_cli_3_the_exit_code_is_that_of_the_most_serious_result() {
        let (refused, unread) = (FileResult::Refused(String::new()), FileResult::Unreadable(String::new()));
        let unfinished = FileResult::Unfinished(String::new());
        for (results, expected) in [
            (vec![], Exit::Done),
            (vec![FileResult::Published, FileResult::Present, FileResult::Skipped(String::new())], Exit::Done),
            (vec![FileResult::Published, refused.clone()], Exit::Refused),
            (vec![refused.clone(), unfinished.clone()], Exit::Unfinished),
            (vec![unfinished, unread, refused], Exit::Unreadable),
        ] {
            let rows: Vec<Row> = results.into_iter().map(|result| row("a", result)).collect();
            assert_eq!(exit(&rows), expected, "{rows:?}");
        }
    }
}
