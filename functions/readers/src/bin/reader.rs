//! Reads one file and prints what it found: the local server starts it for each file, as `ingest` starts itself.
//!
//! `reader --inspect facts|preview|text|recording|deck|square-640|whole-640|pictures-0-7 SECONDS FILE`

use std::process::ExitCode;

fn main() -> ExitCode {
    readers::run_if_requested().unwrap_or(ExitCode::FAILURE)
}
