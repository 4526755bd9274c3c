//! The embedded cloud and development server of Note Ninja: one process, loopback only.
//!
//! Table, files and users are real engines behind the real AWS protocols, each on its own port, with all data under
//! one folder. The three functions run in the same process and get their events in the shapes that Lambda delivers.
//! It is a development tool: anybody who reaches its ports owns its data.

#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test"))]

mod accounts;
mod connections;
mod cors;
mod error;
mod events;
mod files;
mod functions;
mod headers;
mod meter;
mod multipart;
mod outbox;
mod ranges;
mod sample;
mod serve;
mod site;
mod state;
mod stream;
mod table;
mod upkeep;
mod users;

#[cfg(test)]
mod testing;

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use inspect::Inspector;

pub use accounts::{Account, SAMPLE_PASSWORD, sample_admins, sample_students};
pub use error::LocalError;
pub use outbox::{Mail, MailKind};
pub use sample::seed;
pub use serve::{Local, RunningLocal};
pub use store::reconcile::{Options as ReconcileOptions, Report as ReconcileReport};
pub use upkeep::reconcile;
pub use users::ensure_signing_key;

/// The region that all engines pretend to be in.
pub const REGION: &str = "us-east-1";

/// How to start.
#[derive(Debug, Clone)]
pub struct LocalOptions {
    /// All data is here. Made when missing.
    pub dir: PathBuf,
    /// The app's port; the engines take the three after it. 0 takes any free ports.
    pub port: u16,
    /// The built web app; without it only the API answers.
    pub web_dist: Option<PathBuf>,
    /// Administrators that must exist.
    pub admins: Vec<Account>,
    /// Folder of sample content to fill in on the first start.
    pub sample: Option<PathBuf>,
    /// Whether request limits apply. Tests that are not about them switch them off.
    pub throttles: bool,
    /// Whether administrators need a second factor, as in the cloud.
    pub second_factor_required: bool,
    /// Print nothing.
    pub quiet: bool,
    /// How long to wait for more stream records before `changes` is called.
    pub batch_window: Duration,
    /// How often expired items are removed. AWS promises days.
    pub sweep_every: Duration,
    /// How long addresses of files live, in whole seconds from when they are given out, instead of hours: for tests that
    /// watch one die.
    pub address_life: Option<Duration>,
    /// How long a client may take for the headers of a request, and pause in its body, before the connection is closed.
    pub patience: Duration,
    /// Whether `ingest` and `changes` run. Without them their events pile up on disk.
    pub workers: bool,
    /// Whether requests are counted with what they cost, for measurements: the API then answers one at a time.
    pub meter: bool,
    /// What reads uploaded files. While it is not there, checks of uploads wait for it, and sample files with them.
    pub inspector: Inspector,
}

impl LocalOptions {
    /// What `cargo xtask dev` uses, without sample content.
    #[must_use]
    pub fn new(dir: impl Into<PathBuf>, inspector: Inspector) -> Self {
        LocalOptions {
            dir: dir.into(),
            port: 4000,
            web_dist: None,
            admins: sample_admins(),
            sample: None,
            throttles: true,
            second_factor_required: false,
            quiet: false,
            batch_window: Duration::from_secs(1),
            sweep_every: Duration::from_secs(600),
            address_life: None,
            patience: Duration::from_secs(30),
            workers: true,
            meter: false,
            inspector,
        }
    }

    /// Free ports, no limits, no output, no waiting.
    #[must_use]
    pub fn for_tests(dir: impl Into<PathBuf>, inspector: Inspector) -> Self {
        LocalOptions {
            port: 0,
            throttles: false,
            quiet: true,
            batch_window: Duration::from_millis(20),
            sweep_every: Duration::from_millis(200),
            ..LocalOptions::new(dir, inspector)
        }
    }
}

/// Where a signing key is kept in a data folder.
#[must_use]
pub fn signing_key_path(dir: &std::path::Path) -> PathBuf {
    state::Layout { root: dir.to_owned() }.signing_key()
}

/// Prints a line for the person at the terminal.
pub fn say(line: &str) {
    // Nobody can be told when the terminal is gone.
    let _gone = writeln!(std::io::stdout(), "{line}");
}
