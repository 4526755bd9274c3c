//! Reads one file and prints the result. The local server starts this program for each file; `ingest` starts itself
//! instead.
//!
//! `reader --inspect facts|preview|text|recording|listening|deck|square-640|whole-640|pictures-0-7 SECONDS FILE`

use std::process::ExitCode;

fn main() -> ExitCode {
    readers::run_if_requested().unwrap_or(ExitCode::FAILURE)
}
