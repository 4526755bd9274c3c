//! Whether files and records are true to each other, and counts to what they count.
//!
//! Three things are looked for: records whose file is not there, files that no record names, and counts that say
//! something else than what they count. While people go on uploading and deleting, nothing is seen at one moment; so what
//! looks wrong is looked at a second time, and only what is wrong in the same way both times is reported and, if asked
//! for, mended. Nothing here is needed day by day: transactions keep counts right, and the stream removes files.

mod counts;
mod look;
mod mend;
mod unnamed;

use std::collections::HashSet;

use aws::client::Store;
use look::Seen;
use model::error::Result;
use model::ids::UserId;
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

/// Seconds for which a file may lie there before a record names it: a check copies the file first, and a check that died
/// is done again within hours.
pub const YOUNG_SECS: u64 = 86_400;

/// How many of each kind are named in a report; the numbers count all.
const NAMED: usize = 500;

/// What to do about what is wrong, and how careful to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Options {
    /// Remove files that no record names, move what has lost its file to the trash, and forget pictures that are gone.
    pub mend_files: bool,
    /// Set counts to what they count, and name what has no name yet.
    pub mend_counts: bool,
    /// Files written within so many seconds are left alone. Only where nobody uploads may it be less than a day.
    pub young_secs: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { mend_files: false, mend_counts: false, young_secs: YOUNG_SECS }
    }
}

/// A record that names a file which is not there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Missing {
    /// The key of the record.
    pub record: String,
    /// The key of the file.
    pub file: String,
    /// Whether people can see the record: a note in the trash, or a picture that a drawing takes the place of, is less
    /// bad than a note that cannot be opened.
    pub severity: Severity,
}

/// How bad it is that a file is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Severity {
    /// People see something that they cannot open.
    Visible,
    /// People see a drawing instead of a picture, or do not find words that are in a file.
    Beside,
    /// It is in the trash, and could not be restored.
    InTrash,
}

/// A count that says something else than what it counts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Miscount {
    /// The key of the record that has the count.
    pub record: String,
    /// The name of the count.
    pub count: String,
    /// What it says.
    pub says: u64,
    /// What there is.
    pub is: u64,
}

/// What was found, and what was done about it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Files that were looked at.
    pub files: usize,
    /// Files that some record names.
    pub named_files: usize,
    /// Records whose file is not there, without those in the trash.
    pub missing_files: usize,
    /// Files that no record names.
    pub orphans: usize,
    /// Counts that were wrong.
    pub miscounts: usize,
    /// What could be mended and was.
    pub mended: usize,
    /// Entries of the register of content that were put right; looked at only when counts are to be mended.
    pub register_mended: u32,
    /// Pictures from before everybody could read them without asking the API, which got a name; nothing was wrong with them. Only
    /// when counts are to be mended.
    pub pictures_named: usize,
    /// Records whose file is not there: the first 500.
    pub missing: Vec<Missing>,
    /// Keys of files that no record names: the first 500.
    pub orphaned: Vec<String>,
    /// Counts that were wrong: the first 500.
    pub miscounted: Vec<Miscount>,
}

impl Report {
    /// How much was wrong, also what has been mended.
    #[must_use]
    pub fn wrong(&self) -> usize {
        let register = usize::try_from(self.register_mended).unwrap_or(usize::MAX);
        (self.missing_files + self.orphans + self.miscounts).saturating_add(register)
    }
}

/// Looks, and mends what it is asked to. `users` is everybody who has an account: whoever has left has no pictures and no
/// playlists, and their likes keep counting without being found, so a count of likes is wrong only when it is too low.
/// Done again it changes nothing. Lists the whole bucket; reads all courses, the notes and chapters of each, all
/// shelves, albums and the trash, and 4 ranges of each account; twice when something looks wrong.
///
/// # Errors
/// `Unavailable`, `Broken`; what was mended until then is mended.
pub async fn run(store: &Store, users: &[UserId], options: Options, now: Timestamp) -> Result<Report> {
    let seen = look::look(store, users).await?;
    let mut wrong = Wrong::of(&seen, options, now);
    if !wrong.is_nothing() {
        wrong.keep_only(&Wrong::of(&look::look(store, users).await?, options, now));
    }
    let mut report = wrong.report();
    if options.mend_files {
        for missing in &wrong.missing {
            report.mended += usize::from(mend::missing(store, missing, now).await?);
        }
        for orphan in &wrong.orphans {
            mend::orphan(store, orphan).await?;
            report.mended += 1;
        }
    }
    if options.mend_counts {
        for miscount in &wrong.miscounts {
            report.mended += usize::from(mend::miscount(store, miscount).await?);
        }
        let rebuilt = crate::register::rebuild(store).await?;
        report.register_mended = rebuilt.written + rebuilt.removed;
        for unnamed in &seen.unnamed {
            report.pictures_named += usize::from(unnamed.name(store).await?);
        }
    }
    Ok(report)
}

/// What looks wrong at one look.
#[derive(Debug, Default)]
struct Wrong {
    files: usize,
    named_files: usize,
    missing: Vec<look::Named>,
    orphans: Vec<String>,
    miscounts: Vec<counts::Count>,
}

impl Wrong {
    fn of(seen: &Seen, options: Options, now: Timestamp) -> Self {
        let there: HashSet<&str> = seen.files.iter().map(|file| file.key.as_str()).collect();
        let named: HashSet<&str> = seen.named.iter().map(|named| named.file.as_str()).collect();
        let old = now.minus_secs(options.young_secs);
        let is_orphan = |key: &str| !named.contains(key) && !seen.tolerated.contains(key);
        let orphans = seen.files.iter().filter(|file| file.written_at <= old && is_orphan(&file.key));
        let missing = seen.named.iter().filter(|named| named.is_needed() && !there.contains(named.file.as_str()));
        Self {
            files: seen.files.len(),
            named_files: there.intersection(&named).count(),
            orphans: orphans.map(|file| file.key.clone()).collect(),
            missing: missing.cloned().collect(),
            miscounts: seen.counts.iter().filter(|count| count.is_wrong()).cloned().collect(),
        }
    }

    fn is_nothing(&self) -> bool {
        self.missing.is_empty() && self.orphans.is_empty() && self.miscounts.is_empty()
    }

    /// Forgets what did not look wrong in the same way at another look.
    fn keep_only(&mut self, other: &Self) {
        let missing: HashSet<_> = other.missing.iter().collect();
        let orphans: HashSet<_> = other.orphans.iter().collect();
        let miscounts: HashSet<_> = other.miscounts.iter().collect();
        self.missing.retain(|it| missing.contains(it));
        self.orphans.retain(|it| orphans.contains(it));
        self.miscounts.retain(|it| miscounts.contains(it));
    }

    fn report(&self) -> Report {
        let missing = self.missing.iter().map(look::Named::as_missing);
        Report {
            files: self.files,
            named_files: self.named_files,
            // What is in the trash is seen by nobody, and leaves by itself.
            missing_files: missing.clone().filter(|missing| missing.severity != Severity::InTrash).count(),
            orphans: self.orphans.len(),
            miscounts: self.miscounts.len(),
            missing: missing.take(NAMED).collect(),
            orphaned: self.orphans.iter().take(NAMED).cloned().collect(),
            miscounted: self.miscounts.iter().take(NAMED).map(counts::Count::as_miscount).collect(),
            ..Report::default()
        }
    }
}
