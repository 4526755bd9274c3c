//! `note-ninja`: uploads a folder of notes and recordings with a key from the console.

#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test"))]

mod args;
mod client;
mod failure;
mod folder;
mod hashing;
mod key;
mod plan;
mod report;
mod sending;
mod upload;
mod wire;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    let args::Command::Upload(options) = args::Args::parse().command;
    match upload::run(&options) {
        Ok(code) => code.into(),
        Err(failure) => {
            report::print_error(&failure.to_string());
            failure.exit_code().into()
        }
    }
}
