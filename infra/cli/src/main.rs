//! `note-ninja`: uploads a folder of notes and recordings, and moves courses between sites, with a key from the console.

#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test"))]

mod args;
mod client;
mod course;
mod export;
mod failure;
mod folder;
mod hashing;
mod import;
mod key;
mod plan;
mod report;
mod sending;
mod upload;
mod wire;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    let done = match args::Args::parse().command {
        args::Command::Upload(options) => upload::run(&options),
        args::Command::Export(options) => export::run(&options),
        args::Command::Import(options) => import::run(&options),
    };
    match done {
        Ok(code) => code.into(),
        Err(failure) => {
            report::print_error(&failure.to_string());
            failure.exit_code().into()
        }
    }
}
