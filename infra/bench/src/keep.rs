//! Saving a large course for offline use, in Chromium against the local server.

use anyhow::Result;
use chores::run::{self, OutputMode};

use crate::page;

/// `cargo xtask bench keep`: fails if a saved file differs from the published one.
pub(crate) fn bench() -> Result<()> {
    run::run(&mut page::script("keep", "measure.mjs")?, OutputMode::Everything)
}
