//! The local server of Note Ninja: an embedded cloud in one process, bound to loopback only.
//!
//! Table, files and users are real engines behind the AWS protocols, each on its own port, with all data in one folder.
//! The Lambda functions run in the same process and receive events in the format of Lambda. This is a development tool:
//! every process that can reach its ports controls its data.

#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test"))]

mod accounts;
mod connections;
mod cors;
mod crawlers;
mod error;
mod events;
mod files;
mod functions;
mod headers;
mod mail_capture;
mod maintenance;
mod meter;
mod multipart;
mod ranges;
mod sample;
mod serve;
mod site;
mod state;
mod stream;
mod table;
mod users;

#[cfg(test)]
mod testing;

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use inspect::Extractor;

pub use accounts::{Account, SAMPLE_PASSWORD, sample_admins, sample_students};
pub use error::LocalError;
pub use mail_capture::{Mail, MailKind};
pub use maintenance::reconcile;
pub use sample::seed;
pub use serve::{LocalServer, RunningServer};
pub use store::reconcile::{ReconcileOptions, Report as ReconcileReport};
pub use users::ensure_signing_key;

/// The region of all engines.
pub const REGION: &str = "us-east-1";

/// Options of a local server.
#[derive(Debug, Clone)]
pub struct LocalOptions {
    /// Folder with all data. Created if it does not exist.
    pub dir: PathBuf,
    /// Port of the app. The engines use the next three; 0 chooses free ports.
    pub port: u16,
    /// Folder of the built web app. Without it, only the API responds.
    pub web_dist: Option<PathBuf>,
    /// Administrator accounts to create if they do not exist.
    pub admins: Vec<Account>,
    /// Folder with sample content for the first start.
    pub sample: Option<PathBuf>,
    /// Whether rate limits apply. Most tests switch them off.
    pub rate_limits: bool,
    /// Whether administrators need a second factor, as in the cloud.
    pub second_factor_required: bool,
    /// Whether to suppress all output.
    pub quiet: bool,
    /// Time to collect further stream records before a background function is called.
    pub batch_window: Duration,
    /// Interval for removing expired items. AWS only promises days.
    pub sweep_interval: Duration,
    /// Lifetime of file URLs in whole seconds instead of hours, for tests of expired URLs.
    pub signed_url_lifetime: Option<Duration>,
    /// Timeout for the headers of a request and for pauses in its body. The connection is then closed.
    pub request_timeout: Duration,
    /// Whether `ingest` and the functions of `background` run. Otherwise their events collect on disk.
    pub runs_workers: bool,
    /// Whether requests and their capacity are counted for measurements. The API then handles one request at a time.
    pub measures_usage: bool,
    /// Program that reads uploaded files. Upload checks and sample files wait until it exists.
    pub extractor: Extractor,
}

impl LocalOptions {
    /// Returns the options of `cargo xtask dev`, without sample content.
    #[must_use]
    pub fn new(dir: impl Into<PathBuf>, inspector: Extractor) -> Self {
        LocalOptions {
            dir: dir.into(),
            port: 4000,
            web_dist: None,
            admins: sample_admins(),
            sample: None,
            rate_limits: true,
            second_factor_required: false,
            quiet: false,
            batch_window: Duration::from_secs(1),
            sweep_interval: Duration::from_secs(600),
            signed_url_lifetime: None,
            request_timeout: Duration::from_secs(30),
            runs_workers: true,
            measures_usage: false,
            extractor: inspector,
        }
    }

    /// Returns options for tests: free ports, no rate limits, no output, no delays.
    #[must_use]
    pub fn for_tests(dir: impl Into<PathBuf>, inspector: Extractor) -> Self {
        LocalOptions {
            port: 0,
            rate_limits: false,
            quiet: true,
            batch_window: Duration::from_millis(20),
            sweep_interval: Duration::from_millis(200),
            ..LocalOptions::new(dir, inspector)
        }
    }
}

/// Returns the path of the token signing key in a data folder.
#[must_use]
pub fn signing_key_path(dir: &std::path::Path) -> PathBuf {
    state::DataPaths { root: dir.to_owned() }.signing_key()
}

/// Prints a line to the terminal.
pub fn print_line(line: &str) {
    // There is no place to report an error when the terminal is gone.
    let _gone = writeln!(std::io::stdout(), "{line}");
}
