//! Reads one file as the functions do and prints what they are told: for tests, and to see what kills a reader.
//!
//! `reader --inspect facts|preview|text|recording|square-640|whole-640 SECONDS FILE`

use std::process::ExitCode;

fn main() -> ExitCode {
    inspect::inspector::run_if_asked().unwrap_or(ExitCode::FAILURE)
}
